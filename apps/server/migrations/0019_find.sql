-- How operators find a customer by words, in indexes of these expressions (docs/decisions/32-scale.md).

-- Lower case without marks.
create function search_text(written text) returns text language sql immutable
return lower(translate(regexp_replace(normalize(written, nfkd), '[\u0300-\u036f]+', '', 'g'), 'ŁłØøĐđ', 'lloodd'));

-- Its words: “O'Brien” is o, brien, and obrien. The cost keeps the planner from calling it for many rows.
create function search_vector(written text) returns tsvector language sql immutable cost 1000
return (
  select to_tsvector('simple', regexp_replace(plain, '[^[:alnum:]]+', ' ', 'g') || ' ' ||
    regexp_replace(plain, '[^[:alnum:][:space:]]+', '', 'g'))
  from search_text(written) plain);

-- All typed words, with the ending ':*' or the beginnings of words, but for those that addresses have in many forms.
create function search_query(typed text, ending text) returns tsquery language sql immutable
return (
  select to_tsquery('simple', string_agg('(' || joined || ending || case when word <> joined then
    '|(' || regexp_replace(word, '[^[:alnum:]]+', ending || '&', 'g') || ending || ')' else '' end || ')', '&'))
  from regexp_split_to_table(search_text(typed), '\s+') typed_word,
    regexp_replace(typed_word, '^[^[:alnum:]]+|[^[:alnum:]]+$', '', 'g') word,
    regexp_replace(word, '[^[:alnum:]]+', '', 'g') joined
  where word <> '' and word !~ '^(st|street|ave|avenue|rd|road|blvd|boulevard|dr|ln|ct|apt|apartment)$');
