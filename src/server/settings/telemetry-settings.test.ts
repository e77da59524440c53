import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'
import { pushedMetricSettings, traceSettings } from './telemetry-settings.ts'

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }
const read = (variables: Record<string, string>) => {
  const settings = readSettings(variables)
  return { traces: traceSettings(settings), metrics: pushedMetricSettings(settings) }
}

describe('OpenTelemetry', () => {
  it('is off by default', () => {
    expect(read({})).toEqual({ traces: undefined, metrics: undefined })
  })

  it('sends traces and metrics to paths below the collector’s address', () => {
    expect(read(endpoint)).toEqual({
      traces: { url: 'http://127.0.0.1:4318/v1/traces', headers: {}, ratio: 1 },
      metrics: { url: 'http://127.0.0.1:4318/v1/metrics', headers: {}, intervalMs: 60_000 },
    })
  })

  it('adds no path to an address that is only for metrics, and lets headers for metrics override common ones', () => {
    const { traces, metrics } = read({
      ...endpoint,
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'https://metrics.example.org/push?a=b',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b, other=c=d',
      OTEL_EXPORTER_OTLP_METRICS_HEADERS: 'api-key=e',
      OTEL_METRIC_EXPORT_INTERVAL: '5000',
    })
    expect(traces?.headers).toEqual({ 'api-key': 'a b', other: 'c=d' })
    expect(metrics).toMatchObject({
      url: 'https://metrics.example.org/push?a=b',
      headers: { 'api-key': 'e', other: 'c=d' },
      intervalMs: 5_000,
    })
  })

  it('sends traces and metrics only if they have an address and aren’t switched off', () => {
    const traceAddress = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }
    expect(read(traceAddress)).toMatchObject({ traces: { ratio: 1 }, metrics: undefined })
    expect(read({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' })).toMatchObject({ traces: undefined, metrics: {} })
    expect(read({ ...endpoint, OTEL_METRICS_EXPORTER: 'none' })).toMatchObject({ traces: {}, metrics: undefined })
    const off = { traces: undefined, metrics: undefined }
    expect(read({ ...endpoint, ...traceAddress, OTEL_SDK_DISABLED: 'true' })).toEqual(off)
  })

  it.each([
    ['always_on', 1],
    ['parentbased_always_on', 1],
    ['traceidratio', 0.25],
    ['parentbased_traceidratio', 0.25],
    ['', 0.25],
    // Undefined: there are no settings for traces, so no request is traced.
    ['always_off', undefined],
    ['parentbased_always_off', undefined],
  ])('with the sampler “%s” and the argument 0.25, traces this share of requests: %s', (sampler, ratio) => {
    const { traces } = read({ ...endpoint, OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: '0.25' })
    expect(traces?.ratio).toBe(ratio)
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4318'],
    ['OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', 'grpc://127.0.0.1:4317'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=%zz'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=a%0d%0ab'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_EXPORTER', 'console'],
    ['OTEL_METRICS_EXPORTER', 'prometheus'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['OTEL_METRIC_EXPORT_INTERVAL', '10'],
    ['OTEL_SDK_DISABLED', 'yes'],
  ])('refuses %s=%s in one line that names the setting', (name, value) => {
    expect(() => read({ ...endpoint, [name]: value })).toThrow(new RegExp(`^Invalid setting: .*${name}.*\\.$`))
  })

  it('accepts an unsupported protocol if nothing is sent, since other programs may use the variable', () => {
    expect(() => read({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).not.toThrow()
    expect(() => read({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_SDK_DISABLED: 'true' })).not.toThrow()
    expect(() => read({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' })).not.toThrow()
  })
})
