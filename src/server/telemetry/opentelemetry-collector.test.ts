import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Log } from '#platform/log-fields.ts'
import { siteResource, stopInTime, withDeliveryLog } from './opentelemetry-collector.ts'
import { noLog } from './request-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('siteResource takes the site’s name from OTEL_SERVICE_NAME, or else from OTEL_RESOURCE_ATTRIBUTES, or else uses the default', () => {
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'service.name=other,deployment.environment.name=staging')
  const described = siteResource().attributes
  vi.stubEnv('OTEL_SERVICE_NAME', 'our-site')
  const named = siteResource().attributes
  vi.unstubAllEnvs()
  expect(named).toMatchObject({ 'service.name': 'our-site', 'deployment.environment.name': 'staging' })
  expect(described['service.name']).toBe('other')
  expect(siteResource().attributes['service.name']).toBe('promptarium')
})

type Done = (outcome: { error?: Error }) => void

/** Returns a function that starts a delivery, the functions that end the deliveries, and the logged lines. */
function watchDeliveries() {
  const lines: string[] = []
  const note = (fields: object, line: string) => lines.push(`${line} ${JSON.stringify(fields)}`)
  const log: Log = { ...noLog, warn: note, info: note }
  const pending: Done[] = []
  const nothing = async () => undefined
  const slow = { export: (_: string, done: Done) => void pending.push(done), forceFlush: nothing, shutdown: nothing }
  const exporter = withDeliveryLog(slow, log)
  return { lines, deliver: () => exporter.export('spans', () => undefined), pending }
}

const lateLine = 'traces can’t be delivered {"error":"The collector takes longer than 30 s."}'

it('a collector that doesn’t respond is logged only once, after 30 seconds, and its next response is logged too', () => {
  const { lines, deliver, pending } = watchDeliveries()
  deliver()
  vi.advanceTimersByTime(29_999)
  expect(lines).toEqual([])
  vi.advanceTimersByTime(1)
  deliver()
  vi.advanceTimersByTime(60_000)
  expect(lines).toEqual([lateLine])
  pending[1]?.({})
  expect(lines).toEqual([lateLine, 'traces are delivered again {}'])
})

it('a delivery that ends in time isn’t logged as failed', () => {
  const { lines, deliver, pending } = watchDeliveries()
  deliver()
  pending[0]?.({})
  vi.advanceTimersByTime(60_000)
  expect(lines).toEqual([])
})

it('a collector’s long error message is truncated in the log', () => {
  const { lines, deliver, pending } = watchDeliveries()
  deliver()
  pending[0]?.({ error: Object.assign(new Error('x'.repeat(9_000)), { code: 500 }) })
  expect(lines).toEqual([`traces can’t be delivered {"error":"500 ${'x'.repeat(196)}"}`])
})

it('a collector that doesn’t respond delays a stop by at most three seconds', async () => {
  let hasStopped = false
  const stopping = stopInTime(new Promise(() => undefined)).then(() => {
    hasStopped = true
  })
  await vi.advanceTimersByTimeAsync(2_999)
  expect(hasStopped).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await stopping
})
