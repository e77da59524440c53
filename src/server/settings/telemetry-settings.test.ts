import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'
import { traceSettings } from './telemetry-settings.ts'

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }
const read = (variables: Record<string, string>) => traceSettings(readSettings(variables))

describe('OpenTelemetry', () => {
  it('is off by default', () => {
    expect(read({})).toBeUndefined()
  })

  it('sends traces to a path below the collector’s address', () => {
    expect(read(endpoint)).toEqual({ url: 'http://127.0.0.1:4318/v1/traces', headers: {}, ratio: 1 })
  })

  it('sends the headers that are set, and traces the share of requests that is set', () => {
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b, other=c=d' }
    expect(read({ ...endpoint, ...headers, OTEL_TRACES_SAMPLER_ARG: '0.25' })).toMatchObject({
      headers: { 'api-key': 'a b', other: 'c=d' },
      ratio: 0.25,
    })
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://127.0.0.1:4317'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=%zz'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=a%0d%0ab'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ])('refuses %s=%s in one line that names the setting', (name, value) => {
    expect(() => read({ ...endpoint, [name]: value })).toThrow(new RegExp(`^Invalid setting: .*${name}.*\\.$`))
  })
})
