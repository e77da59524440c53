-- What a replica must have replayed for a member: the position of the write-ahead log after their last write. It is only
-- stored if there are replicas.
alter table sessions add column last_write pg_lsn;
