import { StartError } from '../start/start-error.ts'

const bucketAdvice = (name: string) =>
  `Write ${name}=https://KEY:SECRET@host/bucket?region=…, with / in the secret as %2F, or set AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`
const scrape = 'Let the collector scrape /metrics'
const oneCollector = 'Set OTEL_EXPORTER_OTLP_ENDPOINT, to which /v1/traces is added'
const onlyTraces = 'Unset OTEL_EXPORTER_OTLP_ENDPOINT to send no traces'
const sample = 'Sample in the collector'

/** What to do instead, by the name of a setting that earlier versions had. */
export const removedSettings: Record<string, string> = {
  BACKUP_ACCESS_KEY_ID: bucketAdvice('BACKUP_BUCKET'),
  BACKUP_DAYS: 'Nightly backups are kept for 14 days; a rule of the bucket can keep copies for longer',
  BACKUP_ENDPOINT: bucketAdvice('BACKUP_BUCKET'),
  BACKUP_REGION: bucketAdvice('BACKUP_BUCKET'),
  BACKUP_SECRET_ACCESS_KEY: bucketAdvice('BACKUP_BUCKET'),
  CACHE_PURGE_TOKEN: 'Write it into CACHE_PURGE_URL, as in https://:TOKEN@cache.example.org/',
  CONTACT_EMAIL: 'Write CONTACT_URL=mailto:hello@example.org',
  DATABASE_REPLICA_URL: 'Write DATABASE_REPLICA_URLS, which takes one or more',
  LLAMA_SEARCH: 'To turn the search off, write LLAMA_BASE_URL=off',
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: scrape,
  OTEL_EXPORTER_OTLP_METRICS_HEADERS: scrape,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: oneCollector,
  OTEL_METRICS_EXPORTER: scrape,
  OTEL_METRIC_EXPORT_INTERVAL: scrape,
  OTEL_SDK_DISABLED: onlyTraces,
  OTEL_TRACES_EXPORTER: onlyTraces,
  OTEL_TRACES_SAMPLER: sample,
  OTEL_TRACES_SAMPLER_ARG: sample,
  S3_ACCESS_KEY_ID: bucketAdvice('S3_BUCKET'),
  S3_ENDPOINT: bucketAdvice('S3_BUCKET'),
  S3_REGION: bucketAdvice('S3_BUCKET'),
  S3_SECRET_ACCESS_KEY: bucketAdvice('S3_BUCKET'),
  SOURCE_URL: 'Add a link to the footer in SITE_DIR',
}

/** Throws a StartError that says what to do instead if a removed setting is set, directly or by a file. */
export function refuseRemovedSettings(variables: Record<string, string>): void {
  for (const [name, advice] of Object.entries(removedSettings))
    if (variables[name] !== undefined || variables[`${name}_FILE`] !== undefined)
      throw new StartError(`Invalid setting: ${name} no longer exists. ${advice}, and unset ${name}.`)
}
