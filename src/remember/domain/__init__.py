"""What is true: pure values and rules. Standard library only; no clock, no I/O.

In the order in which a source becomes an answer:

what comes in        documents text composing lines structure headings mail conversations turns chunks pieces
                     copies carrying rewording locators references attempts
what was written     parsed syntax sentences words wordlists writing utf16 long_texts utterances voices
                     fed_back verbs missed_verbs
when                 time days holidays periods dates date_words date_names date_parts date_rules
                     date_readings date_relative datelines dating lasting asides plans
who                  names nicknames spelling full_names mentions scene things resolution attribution entities
                     identity proposals parting labels
what a source said   claims propositions selection asking replies restating completing drafting
                     extraction statement assertions qualifying attributes changes moving handing
                     jobs joining values conjuncts vocabulary grounding fidelity model_reply
                     adopting remarks pairing
rows                 rows row_columns row_files row_periods row_claims
what is held true    facts folding keys rivals moves stances ruling trust retracting explaining
what is found        questions asked bm25 ranking relevance scopes graph unknown
what is answered     answers evidence_request evidence_selection token_estimate answer_reply
                     answer_checks json_text quotes figures own_words bearing extracts
"""
