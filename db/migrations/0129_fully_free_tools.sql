-- Tools that are known to have no paid plans. Other free tools may be free only in part.
alter table tools add column is_fully_free boolean not null default false;

-- The starter tools among them.
update tools set is_fully_free = true where is_free and url in (
  'https://aider.chat/', 'https://github.com/ggml-org/llama.cpp', 'https://jan.ai/', 'https://www.semanticscholar.org/',
  'https://github.com/openai/whisper', 'https://github.com/tesseract-ocr/tesseract', 'https://translate.google.com/',
  'https://plantnet.org/', 'https://merlin.allaboutbirds.org/', 'https://stockfishchess.org/',
  'https://orangedatamining.com/');

-- Tools are now counted by this property too, so all counts are computed again.
alter table tool_counts add column is_fully_free boolean not null default false;
alter table tool_counts drop constraint tool_counts_pkey;
alter table tool_counts add primary key (type, is_free, is_fully_free);
delete from tool_counts;
insert into tool_counts (type, is_free, is_fully_free, tools)
  select type, is_free, is_fully_free, count(*) from tools group by type, is_free, is_fully_free;
