import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'
import { tracesUrl } from './telemetry-settings.ts'

const read = (OTEL_EXPORTER_OTLP_ENDPOINT = '') => tracesUrl(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT }))

describe('OpenTelemetry', () => {
  it('is off by default, and else sends traces to a path below the collector’s address', () => {
    expect(read()).toBeUndefined()
    expect(read('http://127.0.0.1:4318/')).toBe('http://127.0.0.1:4318/v1/traces')
  })

  it.each(['127.0.0.1:4318', 'grpc://127.0.0.1:4317'])('refuses the address %s in one line', (address) => {
    expect(() => read(address)).toThrow(/^Invalid setting: OTEL_EXPORTER_OTLP_ENDPOINT .*\.$/)
  })
})
