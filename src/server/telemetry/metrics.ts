import type { ServerResponse } from 'node:http'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { errorCodeOf } from '../http/error-responses.ts'
import type { FailingWork } from '../jobs/background-work.ts'
import type { SiteFigures } from './site-figures.ts'

/** The media type of the response at /metrics. */
export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE

type Sources = {
  cacheBytes: () => number
  /** Reads the number of connections to the database, and of requests that wait for a connection. */
  pool: () => { total: number; idle: number; waiting: number }
  failingWork?: FailingWork
  /** Reads the figures of the whole site, which are the same in every process. */
  figures?: () => Promise<SiteFigures>
}

/**
 * Creates the metrics that Prometheus reads at /metrics. Each server has its own registry, so that tests can start
 * several servers.
 */
export function createMetrics(read: Sources) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const duration = new Histogram({
    name: 'http_request_seconds',
    help: 'Response time of requests that weren’t served from memory',
    labelNames: ['kind', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  // A plain counter, because the library's counter would make a response a tenth slower.
  const fromMemory = { responses: 0 }
  new Gauge({
    name: 'http_ready_answers',
    help: 'Cached pages, files and MCP responses served from memory since the start',
    registers,
    collect() {
      this.set(fromMemory.responses)
    },
  })
  new Gauge({
    name: 'page_cache_bytes',
    help: 'Bytes of cached pages',
    registers,
    collect() {
      this.set(read.cacheBytes())
    },
  })
  new Gauge({
    name: 'database_waiting',
    help: 'Requests that wait for a database connection',
    registers,
    collect() {
      this.set(read.pool().waiting)
    },
  })
  new Gauge({
    name: 'database_connections',
    help: 'Connections to the database',
    labelNames: ['state'],
    registers,
    collect() {
      const { total, idle } = read.pool()
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'busy' }, total - idle)
    },
  })
  new Gauge({
    name: 'background_work_failing',
    help: 'Processes in which the last run of this periodic work failed',
    labelNames: ['work'],
    registers,
    collect() {
      this.reset()
      for (const work of read.failingWork?.keys() ?? []) this.set({ work }, 1)
    },
  })
  const failedSignIns = new Counter({ name: 'sign_ins_failed', help: 'Sign-ins that were refused', registers })
  const siteRegistry = new Registry()
  if (read.figures) addFigures([siteRegistry], read.figures)
  const all = Registry.merge([registry, siteRegistry])
  return {
    /** Returns the metrics of this process as text. */
    read: () => all.metrics(),
    /** Returns the metrics of this process in a form that `addMetrics` accepts. */
    readParts: (): Promise<MetricParts> => all.getMetricsAsJSON(),
    fromMemory,
    /** Measures how long a response takes until it is sent, and counts it if it refuses a sign-in. */
    observe(response: ServerResponse, kind: 'api' | 'page', url?: string) {
      const stop = duration.startTimer()
      response.once('finish', () => {
        stop({ kind, status: String(response.statusCode) })
        if (isLogin(url) && isRefusal(response)) failedSignIns.inc()
      })
    },
  }
}

const loginPaths = ['/api/login', '/api/login/second-factor', '/api/login/passkey']

function isLogin(url = ''): boolean {
  return loginPaths.includes(url.split('?')[0] as string)
}

/** Whether a response refuses a sign-in. One that asks for the second factor is a 401 too, but refuses nothing. */
function isRefusal(response: ServerResponse): boolean {
  const isClientError = response.statusCode >= 400 && response.statusCode < 500
  return isClientError && errorCodeOf(response) !== 'second_factor_required'
}

/** Each figure's name in the metrics, its help text, and how to read its value. */
const figureMetrics: [name: string, help: string, valueIn: (figures: SiteFigures) => number | null][] = [
  ['database_up', 'Whether the database responds (1 or 0)', ({ databaseUp }) => Number(databaseUp)],
  ['database_writable', 'Whether a write would succeed (1 or 0)', ({ databaseWritable }) => Number(databaseWritable)],
  ['database_bytes', 'The size of the database', ({ databaseBytes }) => databaseBytes],
  ['jobs_waiting', 'Jobs that are due', ({ jobsWaiting }) => jobsWaiting],
  ['jobs_oldest_seconds', 'How long the oldest due job has been waiting', ({ jobsOldestAge }) => jobsOldestAge],
  ['jobs_failed', 'Jobs that failed for good in the last day', ({ jobsFailed }) => jobsFailed],
  ['emails_waiting', 'Emails that are neither sent nor refused', ({ emailsWaiting }) => emailsWaiting],
  ['emails_oldest_seconds', 'The age of the oldest waiting email', ({ emailsOldestAge }) => emailsOldestAge],
  ['emails_refused', 'Emails that were refused in the last day', ({ emailsRefused }) => emailsRefused],
  ['webhooks_failed', 'Webhooks of the last day that failed', ({ webhooksFailed }) => webhooksFailed],
  ['ai_spent_dollars', 'What today’s model responses cost the site, in US dollars', ({ aiSpent }) => aiSpent],
  [
    'ai_budget_dollars',
    'The daily limit of what model responses cost the site (AI_DAILY_BUDGET)',
    ({ aiBudget }) => aiBudget,
  ],
  ['backup_age_seconds', 'The age of the newest nightly backup', ({ backupAge }) => backupAge],
  [
    'backups_unreadable',
    'Places of nightly backups that can’t be read or written',
    ({ backupsUnusable }) => backupsUnusable.length,
  ],
  ['disk_bytes', 'The size of the disk with the data folder', ({ diskSize }) => diskSize],
  ['disk_free_bytes', 'Free bytes on the disk with the data folder', ({ diskFree }) => diskFree],
]

/** Adds the figures of the site. They are the same in every process, so `addMetrics` must not add them up. */
function addFigures(registers: Registry[], read: () => Promise<SiteFigures>): void {
  for (const [name, help, valueIn] of figureMetrics)
    new Gauge({
      name,
      help,
      registers,
      aggregator: 'first',
      async collect() {
        const value = valueIn(await read())
        if (value === null) this.remove()
        else this.set(value)
      },
    })
}

export type MetricParts = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/**
 * Combines the metrics of several processes. Values are added up unless a metric's `aggregator` says otherwise, as it
 * does for the site's figures.
 */
export function addMetrics(parts: MetricParts[]): Promise<string> {
  return AggregatorRegistry.aggregate(parts).metrics()
}

/**
 * The metrics of the primary process: how many workers have sent their metrics, and how many workers ended
 * unexpectedly.
 */
export function supervisorMetrics({ workers, restarts }: { workers: number; restarts: number }): Promise<MetricParts> {
  const registry = new Registry()
  const registers = [registry]
  new Gauge({ name: 'workers', help: 'Workers whose metrics are added up here', registers }).set(workers)
  new Gauge({ name: 'worker_restarts', help: 'Workers that ended unexpectedly since the start', registers }).set(
    restarts,
  )
  return registry.getMetricsAsJSON()
}

export type Metrics = ReturnType<typeof createMetrics>
