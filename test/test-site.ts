import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { createSessionKey } from '#features/accounts/server/sessions/session-key.ts'
import { startSession } from '#features/accounts/server/sessions/start-session.ts'
import { fieldDefaults } from '#features/catalogue/field-rules.ts'
import {
  importKeyOf,
  insertPrompts,
  type PromptDraft,
  prepareDrafts,
} from '#features/catalogue/server/insert-prompts.ts'
import { getPublishedPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { insertTools } from '#features/tools/server/insert-tools.ts'
import { getToolOrThrow } from '#features/tools/server/tool-queries.ts'
import type { ToolDraft } from '#features/tools/server/tool-rows.ts'
import { aggregateViews } from '#features/views/server/aggregate-views.ts'
import { type Member, type Role, siteAccountId } from '#platform/actor.ts'
import { type Connection, type Db, inTransaction, openPool } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { createApp } from '#server/app.ts'
import type { AppOptions } from '#server/app-options.ts'
import { renewConnections } from '#server/database/database.ts'
import { migrate } from '#server/database/migrations.ts'
import { hooks } from '#server/hooks.ts'
import { describeApi } from '#server/http/openapi.ts'
import { createJobQueue } from '#server/jobs/job-queue.ts'
import { noLog } from '#server/telemetry/request-log.ts'
import { nameWriters } from './content-watch.ts'
import { createContractCheck } from './contract-check.ts'
import { writeObservations } from './observe-sql.ts'
import { connectionTo, createDatabase, run, storeSettings } from './postgres.ts'
import { readEvents } from './read-events.ts'
import { createTestServices } from './test-services.ts'

// `content-watch.ts` checks what the product's statements change, and so needs to know which file sent each of them.
nameWriters()

export type TestSite = Awaited<ReturnType<typeof createTestSite>>

/** A request with a JSON body. `as`: the id of the member who sends it. `from`: the IP address that it comes from. */
type TestRequest = RequestInit & { as?: string; from?: string; json?: unknown }

/** A POST to an endpoint that responds with a stream of events. `key`: the Idempotency-Key of the request. */
type StreamRequest = { as: string; json: unknown; key?: string; signal?: AbortSignal }

/** The options of a test site's app, in addition to its services. */
export type TestAppOptions = Partial<
  Pick<
    AppOptions,
    | 'answers'
    | 'oauth'
    | 'publicOrigin'
    | 'dumpFolder'
    | 'pictures'
    | 'areExamplesOff'
    | 'trustProxy'
    | 'sessionSecret'
    | 'contactEmail'
    | 'models'
    | 'shutdownSignal'
    | 'adminsNeedSecondFactor'
    | 'moderation'
    | 'sendsEmail'
    | 'registration'
    | 'isClosed'
    | 'legalPages'
    | 'payments'
    | 'afterWrite'
    | 'log'
    | 'ownAddress'
    | 'fetchAppDocument'
    | 'refusesAppRegistration'
  >
>

type TestSiteOptions = {
  /**
   * Fills an empty database, which is migrated afterwards. Without `fill` and `copyOf`, the database has the current
   * schema and no content.
   */
  fill?: (connection: Connection) => Promise<void>
  /**
   * A test site whose database is copied. It is for suites in which many cases start with the same rows. Nothing may be
   * connected to that database.
   */
  copyOf?: { name: string }
  now?: () => Date
  limits?: boolean
  site?: TestAppOptions
}

/**
 * The contract checks, by the routes that they check. Describing routes and compiling their schemas takes longer than
 * most tests.
 */
const contractChecks = new Map<string, ReturnType<typeof createContractCheck>>()

function contractCheckOf(app: ReturnType<typeof createApp>) {
  const routes = app.routes.map(({ method, path }) => `${method} ${path}`).join()
  const check = contractChecks.get(routes) ?? createContractCheck(describeApi(app))
  contractChecks.set(routes, check)
  return check
}

const device = { address: '192.0.2.10', browser: 'test' }

/** Returns a member for calling a verb without a request. */
export function memberOf(id: string, role: Role = 'user'): Member {
  return { kind: 'user', id, username: 'somebody', role, sessionId: id, ...device }
}

/**
 * Creates a database and an app for a test suite, with functions that add content. Close the site in afterAll. By
 * default, it has no limits and no captcha. `site`: options of the app.
 */
export async function createTestSite({ site, fill, copyOf, ...options }: TestSiteOptions = {}) {
  const { connection, template } = inject('postgres')
  const name = `promptarium_test_${randomBytes(6).toString('hex')}`
  await createDatabase(connection, name, copyOf?.name ?? (fill ? 'template0' : template))
  // On a busy machine, a test with hundreds of requests at the same time waits longer for a connection than a visitor
  // would.
  const { db, pool } = openPool(connectionTo(connection, name), () => undefined, { connectMs: 60_000 })
  if (fill) {
    await fill(connectionTo(connection, name))
    await migrate(db)
    await renewConnections(pool)
  } else await storeSettings(connectionTo(connection, name))
  const { outbox, ...services } = createTestServices(db, options)
  await services.jobs.open()
  const app = createApp({ ...services, db, ...site })
  const sessionKey = createSessionKey(db)
  const startMemberSession = async (userId: string) => {
    const key = await sessionKey()
    return inTransaction(db, (tx) => startSession(tx, { userId, device, key, now: services.now() }))
  }
  const cookieOf = createSignIn(startMemberSession, services.now)
  const check = contractCheckOf(app)
  return {
    db,
    app,
    /** Creates another app of this site, with other services or settings, and with a job queue of its own. */
    appWith: (parts: Partial<AppOptions>) =>
      createApp({ ...services, db, ...site, jobs: createJobQueue(db, noLog), ...parts }),
    /** The name of the site's database. */
    name,
    connection: connectionTo(connection, name),
    /**
     * Sends a request to the API. Returns the status, the JSON and the headers. Throws an Error if the response doesn't
     * match the contract.
     */
    async request(path: string, { as, from, json, ...init }: TestRequest = {}) {
      const headers = new Headers(init.headers)
      if (as) headers.set('cookie', await cookieOf(as))
      if (json !== undefined) headers.set('content-type', 'application/json')
      const body = json === undefined ? init.body : JSON.stringify(json)
      const response = await app.request(path, { ...init, headers, body }, from ? peerOf(from) : undefined)
      const text = await response.text()
      const parsed = text ? JSON.parse(text) : undefined
      check(init.method ?? 'GET', path, response.status, parsed)
      return { status: response.status, headers: response.headers, body: parsed }
    },
    /** Sends a POST whose response is a stream. `events` reads the stream to its end. Aborting `signal` disconnects. */
    async stream(path: string, { as, json, key, signal }: StreamRequest) {
      const headers = new Headers({ 'content-type': 'application/json', cookie: await cookieOf(as) })
      if (key) headers.set('idempotency-key', key)
      const response = await app.request(path, { method: 'POST', headers, body: JSON.stringify(json), signal })
      return { status: response.status, response, events: () => readEvents(response) }
    },
    ...services,
    /** Runs the waiting jobs and, with `includingNotDue`, also the jobs that aren't due yet. Returns how many ran. */
    runJobs: (which?: { includingNotDue?: boolean }) => services.jobs.runWaiting(which),
    /** Counts the statements of this test site that wait for a lock. */
    countLockWaits: async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows.length
    },
    /** Stores the views that have been counted. */
    aggregateViews: () => aggregateViews(db, services.views),
    /** Returns the emails that jobs have sent so far, in their order. */
    outbox: () => outbox,
    /** Starts another session for a member. Returns its token. */
    startSession: startMemberSession,
    /** Returns the headers of a member's request, for endpoints whose responses aren't JSON. */
    headersOf: async (id: string) => ({ cookie: await cookieOf(id) }),
    /** Adds a user without a password. Returns the user's id. */
    addUser: (username: string, role?: Role) => addUser(db, username, role),
    /**
     * Adds a prompt, as the site account and published unless `draft` says otherwise. Returns the prompt, or only its
     * id and slug if it isn't published.
     */
    addPrompt: (draft?: Partial<PromptDraft> & { category?: string }) => addPrompt(db, draft),
    /** Publishes `count` prompts at once, as the site account unless `draft` says otherwise. Returns their ids. */
    addPrompts: (count: number, draft?: Partial<PromptDraft>) => addPrompts(db, count, draft),
    addTool: (draft?: Partial<ToolDraft>) => addTool(db, draft),
    async close() {
      writeObservations()
      await services.jobs.stop()
      await db.destroy()
      await run(connection, `drop database ${name} with (force)`)
    },
  }
}

/** Imitates what Node's HTTP server passes to the app about the connection of a client with this address. */
function peerOf(remoteAddress: string) {
  return { incoming: { socket: { remoteAddress } } }
}

/**
 * Returns a function that gets the session cookie of a member. The cookie is reused for a day of the test site's clock.
 */
function createSignIn(startSession: (userId: string) => Promise<string>, now: () => Date) {
  const sessions = new Map<string, { token: string; startedAt: number }>()
  return async (userId: string) => {
    const session = sessions.get(userId)
    if (session && Math.abs(now().getTime() - session.startedAt) < 86_400_000) return `session=${session.token}`
    const token = await startSession(userId)
    sessions.set(userId, { token, startedAt: now().getTime() })
    return `session=${token}`
  }
}

async function addUser(db: Db, username: string, role: Role = 'user'): Promise<string> {
  const id = newId()
  await db
    .insertInto('users')
    .values({
      id,
      name: username,
      email: `${username}@example.test`,
      username,
      displayUsername: username,
      role,
    })
    .execute()
  return id
}

let counter = 0

async function addPrompt(db: Db, fields: Partial<PromptDraft> & { category?: string } = {}) {
  const draft = await createDraft(db, fields)
  const prepared = await prepareDrafts(db, [draft])
  const [inserted] = await inTransaction(db, (tx) => insertPrompts(tx, prepared, hooks.onPublished))
  if (!inserted) throw new Error('This prompt already exists.')
  return draft.status === 'published' ? getPublishedPromptOrThrow(db, inserted.id) : { ...inserted }
}

async function addPrompts(db: Db, count: number, fields?: Partial<PromptDraft>): Promise<string[]> {
  const { categoryId } = await createDraft(db, fields)
  const drafts = await Promise.all(Array.from({ length: count }, () => createDraft(db, { categoryId, ...fields })))
  const prepared = await prepareDrafts(db, drafts)
  const inserted = await inTransaction(db, (tx) => insertPrompts(tx, prepared, hooks.onPublished))
  return inserted.flatMap((prompt) => prompt?.id ?? [])
}

async function findCategoryId(db: Db, slug: string): Promise<string> {
  const row = await db.selectFrom('categories').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
  return row.id
}

async function createDraft(db: Db, fields: Partial<PromptDraft> & { category?: string } = {}): Promise<PromptDraft> {
  const { category = 'general', ...otherFields } = fields
  const categoryId = fields.categoryId ?? (await findCategoryId(db, category))
  const number = ++counter
  return {
    ...fieldDefaults,
    title: `Prompt number ${number}`,
    description: 'What it does, in a sentence.',
    content: `Do the thing number ${number} for {{reader}}.`,
    categoryId,
    userId: siteAccountId,
    credit: null,
    licence: 'CC0-1.0',
    language: 'en',
    forkOf: null,
    status: 'published',
    featured: false,
    importKey: importKeyOf(`${number}`, ''),
    ...otherFields,
  }
}

async function addTool(db: Db, change: Partial<ToolDraft> = {}) {
  const number = ++counter
  const draft: ToolDraft = {
    name: `Tool ${number}`,
    description: 'What it does, in a sentence.',
    type: 'text',
    featured: false,
    url: `https://tool-${number}.example/`,
    isFree: true,
    isFullyFree: false,
    tags: [],
    category: 'general',
    ...change,
  }
  const [inserted] = await inTransaction(db, (tx) => insertTools(tx, [draft], hooks.onToolsAdded))
  if (!inserted) throw new Error('This tool already exists.')
  return getToolOrThrow(db, inserted.id)
}
