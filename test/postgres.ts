import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type Connection, openPool } from '#platform/database/db.ts'
import { statementsFor } from '#platform/database/session-settings.ts'
import { openEmbeddedPostgres } from '#server/database/embedded-postgres/embedded-postgres.ts'
import { migrate } from '#server/database/migrations.ts'
import { contentWatch } from './content-watch.ts'
import { makeDatabaseFolder } from './database-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server on which tests may create databases, and the name of the migrated database that they copy. */
    postgres: { connection: Connection; template: string }
  }
}

/**
 * Vitest's global setup. Tests use the server of TEST_DATABASE_URL, or an embedded PostgreSQL in a temporary folder.
 * One database is migrated, and each suite copies it (`test/test-site.ts`).
 */
export default async function setup(project: TestProject) {
  const server = await openServer()
  const template = `promptarium_template_${randomBytes(4).toString('hex')}`
  await createDatabase(server.connection, template)
  const { db } = openPool(connectionTo(server.connection, template), console.error)
  await migrate(db)
  await db.destroy()
  // Adds triggers: a commit fails if the product changes what cached pages show without `recordContentChange`.
  await run(connectionTo(server.connection, template), contentWatch)
  project.provide('postgres', { connection: server.connection, template })
  return async () => {
    await run(server.connection, `drop database ${template}`)
    await server.close()
  }
}

/**
 * Settings that are turned off in the tests' PostgreSQL, embedded or Debian's. Without them, a power failure could lose
 * data, but killing a process can't. The tests of the bundled PostgreSQL itself leave them on.
 */
export const durabilitySettings = ['fsync', 'full_page_writes']

/** Opens the server of TEST_DATABASE_URL, or starts an embedded server in a temporary folder. */
export async function openServer(): Promise<{ connection: Connection; close: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { connection: { connectionString: url }, close: async () => undefined }
  const dataDir = makeDatabaseFolder()
  const postgres = await openEmbeddedPostgres({ dataDir, purpose: 'server', log: () => undefined })
  for (const name of durabilitySettings) await run(postgres.connection, `alter system set ${name} = off`)
  await run(postgres.connection, 'select pg_reload_conf()')
  const close = async () => {
    await postgres.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { connection: postgres.connection, close }
}

/** Returns a connection to another database on the same server. */
export function connectionTo(connection: Connection, database: string): Connection {
  if (!('connectionString' in connection)) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/**
 * Creates a database by copying the files of the template. With `fsync` off, this takes an eighth of the time that
 * writing each page to the log would take.
 */
export function createDatabase(connection: Connection, name: string, template = 'template0'): Promise<void> {
  return run(connection, `create database ${name} encoding 'UTF8' template ${template} strategy file_copy`)
}

/** Runs a statement on a connection of its own. */
export async function run(connection: Connection, statement: string): Promise<void> {
  await withClient(connection, (client) => client.query(statement))
}

/** Stores our settings for connections to a copied database. The copy doesn't have the settings of its template. */
export async function storeSettings(connection: Connection): Promise<void> {
  await withClient(connection, async (client) => {
    // word_similarity loads pg_trgm. Until then, only a superuser may store settings of that extension.
    const { rows } = await client.query(
      `select session_user as role, current_database() as name, word_similarity('', '')`,
    )
    await client.query(statementsFor(rows[0].role, rows[0].name).join(';'))
  })
}

async function withClient(connection: Connection, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
