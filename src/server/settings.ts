import { z } from 'zod'
import { StartError } from './platform/start-error.ts'
import { trustedProxies } from './request-guards.ts'

const localHosts = new Set(['127.0.0.1', '::1', 'localhost'])

const Address = z.url({ protocol: /^https?$/, error: 'must be a full address such as https://prompts.example.org' })

const Settings = z.object({
  PORT: z.coerce.number({ error: 'must be a whole number from 0 to 65535' }).int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user:password@host:5432/name' })
    .optional(),
  PUBLIC_URL: Address.transform((url) => new URL(url).origin).optional(),
  TRUST_PROXY: z.string().default(''),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters long').optional(),
  SITE_NAME: z.string().min(1).max(60).default('Promptarium'),
  CONTACT_URL: z
    .url({
      protocol: /^(https?|mailto)$/,
      error: 'must be a page or a mailto: address, such as mailto:hello@example.org',
    })
    .optional(),
  STARTER: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'must be debug, info, warn, error or silent' })
    .default('info'),
})

export type Settings = z.output<typeof Settings>

/** Settings from the environment; empty counts as unset. Throws a StartError that names every wrong one. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const said = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = Settings.safeParse(said)
  if (result.success) {
    trustedProxies(result.data.TRUST_PROXY)
    return result.data
  }
  const lines = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  throw new StartError(`Wrong setting: ${lines.join('; ')}.`)
}

/** Whether the site is only meant for this machine: PUBLIC_URL, or HOST when that is unset, is local. */
export function isLocal(settings: Settings): boolean {
  return localHosts.has(
    settings.PUBLIC_URL ? new URL(settings.PUBLIC_URL).hostname.replace(/^\[|\]$/g, '') : settings.HOST,
  )
}
