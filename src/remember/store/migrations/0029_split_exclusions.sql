-- Documents of which somebody said that they are about one entity: it is not proposed to be split between them.
alter table identity_events drop constraint identity_events_kind_check;
alter table identity_events add constraint identity_events_kind_check check (kind in (
    'merge', 'split', 'add_alias', 'remove_alias', 'exclude', 'allow', 'exclude_split', 'allow_split'
));

create table split_exclusions (
    tenant_id uuid not null,
    event_id  uuid not null,
    doc_id    uuid not null,
    primary key (tenant_id, event_id, doc_id),
    foreign key (tenant_id, event_id) references identity_events,
    foreign key (tenant_id, doc_id) references documents
);
