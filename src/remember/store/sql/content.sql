-- record :none
-- Note a content object, once.
insert into content_objects (tenant_id, content_hash, mime, byte_size)
values (%(tenant_id)s, %(content_hash)s, %(mime)s, %(byte_size)s)
on conflict do nothing;

-- representation :maybe
-- The conversion of a content by one converter, if it was made before.
select representation_id, text_hash, text_length
from representations
where tenant_id = %(tenant_id)s and content_hash = %(content_hash)s and mime = %(mime)s
    and converter = %(converter)s and converter_version = %(converter_version)s;

-- add_representation :none
-- Note a conversion, once.
insert into representations (
    tenant_id, representation_id, content_hash, mime, converter, converter_version, text_hash, text_length
)
values (
    %(tenant_id)s, %(representation_id)s, %(content_hash)s, %(mime)s, %(converter)s, %(converter_version)s,
    %(text_hash)s, %(text_length)s
)
on conflict do nothing;
