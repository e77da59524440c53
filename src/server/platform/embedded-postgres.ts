import { StartError } from './start-error.ts'

export type EmbeddedPostgres = {
  connection: { host: string; user: string; database: string }
  started: boolean
  close(): Promise<void>
}

/** Starts (or attaches to) the PostgreSQL of a data folder. */
export async function openEmbeddedPostgres(_options: {
  dataDir: string
  purpose: 'server' | 'command'
  log: (line: string) => void
}): Promise<EmbeddedPostgres> {
  throw new StartError('The embedded database comes with the next commit. Set DATABASE_URL=postgres://….')
}
