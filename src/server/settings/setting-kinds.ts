import { availableParallelism } from 'node:os'
import { z } from 'zod'
import type { BucketSettings } from '#platform/aws-s3.ts'

/** The description of a setting in `docs/settings.md`, in Markdown. Its lines are joined into one paragraph. */
export function about(...lines: string[]): { description: string } {
  return { description: lines.join(' ') }
}

/** An http or https URL. */
export const Address = z.url({
  protocol: /^https?$/,
  error: 'must be a full address such as https://prompts.example.org',
})

/** An address without a path. An address with a path is refused, because the path would have no effect. */
export const Origin = Address.refine((url) => !URL.canParse(url) || isOrigin(new URL(url)), {
  error: 'must be an origin without a path, such as https://prompts.example.org',
}).transform((url) => new URL(url).origin)

const bucketError =
  'must be the name of a bucket, or https://KEY:SECRET@host/bucket?region=…, with / in the secret as %2F'

/** A bucket: its name at Amazon S3, or its address at any compatible service, with the key. */
export const bucketAddress = z.string().transform((text, context): BucketSettings => {
  const bucket = /^https?:/.test(text) ? readBucketAddress(text) : /^[\w.-]{3,}$/.test(text) ? { bucket: text } : null
  if (bucket) return bucket
  context.addIssue({ code: 'custom', message: bucketError })
  return z.NEVER
})

function readBucketAddress(text: string): BucketSettings | null {
  if (!URL.canParse(text)) return null
  const { origin, pathname, searchParams, username, password, hash } = new URL(text)
  const [, bucket = ''] = /^\/([\w.-]{3,})\/?$/.exec(pathname) ?? []
  if (!bucket || hash || Boolean(username) !== Boolean(password)) return null
  const region = searchParams.get('region') ?? 'us-east-1'
  const keys = { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) }
  return { bucket, endpoint: origin, region, ...(username && { keys }) }
}

function isOrigin({ pathname, search, hash, username, password }: URL): boolean {
  return pathname === '/' && !search && !hash && !username && !password
}

export function onOrOff(fallback: 'on' | 'off') {
  return z.enum(['on', 'off'], { error: 'must be on or off' }).default(fallback)
}

/** A number. A value of spaces is refused, because JavaScript reads it as 0. */
export function numberSetting(error: string) {
  return z
    .string()
    .refine((text) => text.trim() !== '', { error })
    .transform(Number)
}

type WholeNumber = { min?: number; max: number; fallback: number; unit?: string }

/** A whole number from `min` (default 0) to `max`. The error message contains `unit`. */
export function wholeNumber({ min = 0, max, fallback, unit }: WholeNumber) {
  const error = `must be a whole number ${unit ? `of ${unit} ` : ''}from ${min} to ${max}`
  return numberSetting(error)
    .pipe(z.number({ error }).int({ error }).min(min, { error }).max(max, { error }))
    .default(fallback)
}

const processesMax = 64

/** A number of processes. `auto` means one for each core that this process may use. */
export const processes = z
  .union([z.literal('auto'), z.coerce.number().int().min(1).max(processesMax)], {
    error: `must be a whole number from 1 to ${processesMax}, or auto`,
  })
  .default(1)
  .transform((value) => (value === 'auto' ? Math.min(availableParallelism(), processesMax) : value))
