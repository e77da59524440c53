import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Log } from '#platform/log-fields.ts'
import { type ReceivedMetric, startOtlpCollector } from '#test/fakes/otlp-collector.ts'
import { unknownStoredFigures } from '../database/stored-figures.ts'
import { createMetrics, type MetricParts } from './metrics.ts'
import { pushMetrics } from './opentelemetry-metrics.ts'
import { noLog } from './request-log.ts'

let collector: Awaited<ReturnType<typeof startOtlpCollector>>
beforeAll(async () => {
  collector = await startOtlpCollector()
})
afterAll(() => collector.stop())

/** Returns the metrics of a server that has responded with these statuses. */
function observedMetrics(statuses: number[]) {
  const failingWork = new Map([['views', 'An error']])
  const metrics = createMetrics({ cacheBytes: () => 7, pool: () => ({ total: 5, idle: 3, waiting: 2 }), failingWork })
  for (const statusCode of statuses) {
    const response = Object.assign(new EventEmitter(), { statusCode }) as unknown as ServerResponse
    metrics.observe(response, 'api', '/api/login')
    response.emit('finish')
  }
  return metrics
}

const settingsFor = (url: string, intervalMs = 60_000) => ({
  url: `${url}/v1/metrics`,
  headers: { 'api-key': 'a b' },
  serviceName: 'our-site',
  intervalMs,
})

/** Returns the metrics that a collector receives when the server stops. */
async function pushOnce(metrics: ReturnType<typeof createMetrics>): Promise<ReceivedMetric[]> {
  const before = collector.metrics.length
  await pushMetrics(metrics.readParts, settingsFor(collector.url), noLog).stop()
  return collector.metrics.slice(before)
}

/** Converts received metrics to lines in the format of /metrics. */
function toLines(metrics: ReceivedMetric[]): string[] {
  return metrics.flatMap(({ name, points }) =>
    points.flatMap(({ attributes, value }) => {
      const line = (suffix: string, more: Record<string, unknown>, number: number) => {
        const labels = Object.entries({ ...more, ...attributes }).map(([label, text]) => `${label}="${text}"`)
        return `${name}${suffix}${labels.length > 0 ? `{${labels.join(',')}}` : ''} ${number}`
      }
      if (typeof value === 'number') return [line('', {}, value)]
      const upTo = value.counts.map((_, index) => value.counts.slice(0, index + 1).reduce((one, other) => one + other))
      const buckets = [...value.bounds, '+Inf'].map((le, index) => line('_bucket', { le }, upTo[index] ?? -1))
      return [...buckets, line('_sum', {}, value.sum), line('_count', {}, value.count)]
    }),
  )
}

/** Whether a line has a value that stays the same from one moment to the next, unlike memory and times. */
const isSteady = (line: string) => line !== '' && !/^(#|process_|nodejs_)/.test(line)

describe('pushed metrics', () => {
  it('have the same names, values and buckets as /metrics', async () => {
    const metrics = observedMetrics([200, 200, 401, 503])
    const received = await pushOnce(metrics)
    const shown = (await metrics.read()).split('\n')
    const names = shown.flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? [])
    // Two metrics may have no value yet, if no garbage was collected and no request is active.
    const hasValue = (name: string) => !['nodejs_gc_duration_seconds', 'nodejs_active_requests'].includes(name)
    expect(received.map(({ name }) => name).filter(hasValue)).toEqual(names.filter(hasValue))
    const lines = toLines(received).filter(isSteady)
    expect(lines).toEqual(shown.filter(isSteady))
    expect(lines).toContain('http_request_seconds_bucket{le="10",kind="api",status="200"} 2')
    expect(lines).toContain('sign_ins_failed 1')
  })

  it('say which metrics are counters, so that a restart doesn’t count as a decrease, and which process sent them', async () => {
    const received = await pushOnce(observedMetrics([200]))
    const find = (name: string) => received.find((metric) => metric.name === name)
    expect(find('sign_ins_failed')).toMatchObject({ isMonotonic: true })
    expect(find('http_request_seconds')).toMatchObject({ isMonotonic: true })
    expect(find('page_cache_bytes')).toMatchObject({ isMonotonic: false })
    expect(find('page_cache_bytes')?.resource).toMatchObject({
      'service.name': 'our-site',
      'service.version': expect.any(String),
      'service.instance.id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(collector.requests.at(-1)).toMatchObject({ path: '/v1/metrics', headers: { 'api-key': 'a b' } })
  })

  it('have the time when they were read, and the time when the process started', async () => {
    const before = Date.now()
    const points = (await pushOnce(observedMetrics([200]))).flatMap((metric) => metric.points)
    for (const { since, at } of points) {
      expect(since).toBeCloseTo(performance.timeOrigin, 0)
      expect(at).toBeGreaterThanOrEqual(before)
      expect(at).toBeLessThanOrEqual(Date.now())
    }
  })

  it('can leave out the figures of the site, which /metrics still has', async () => {
    const backups = { backupPlaceCount: 0, backupsUnusable: [], backupAge: null, checkedBackupAge: null }
    const database = { ...unknownStoredFigures, databaseUp: true, databaseWritable: true, readError: null }
    const figures = vi.fn(async () => ({ ...database, ...backups, aiBudget: null, diskFree: null, diskSize: null }))
    const metrics = createMetrics({ cacheBytes: () => 7, pool: () => ({ total: 0, idle: 0, waiting: 0 }), figures })
    const namesOf = (parts: MetricParts) => parts.map(({ name }) => name)
    expect(namesOf(await metrics.readOwnParts())).not.toContain('database_up')
    expect(figures).not.toHaveBeenCalled()
    expect(namesOf(await metrics.readParts())).toEqual(expect.arrayContaining(['page_cache_bytes', 'database_up']))
    expect(await metrics.read()).toMatch(/^page_cache_bytes 7\n[\s\S]*^database_up 1\n/m)
  })

  it('that can’t be delivered are reported in the log once, and once more when they are delivered again', async () => {
    const lines: string[] = []
    const note = (_: object, line: string) => lines.push(line)
    const log: Log = { ...noLog, warn: note, info: note }
    collector.respondWith(400)
    const before = collector.requests.length
    const pushing = pushMetrics(observedMetrics([]).readParts, settingsFor(collector.url, 100), log)
    await expect.poll(() => collector.requests.length).toBeGreaterThan(before + 3)
    expect(lines).toEqual(['metrics can’t be delivered'])
    collector.respondWith(200)
    await expect.poll(() => lines).toHaveLength(2)
    const delivered = collector.requests.length
    await expect.poll(() => collector.requests.length).toBeGreaterThan(delivered + 1)
    await pushing.stop()
    expect(lines).toEqual(['metrics can’t be delivered', 'metrics are delivered again'])
  })
})
