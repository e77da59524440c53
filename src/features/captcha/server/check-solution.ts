import { createHash, createHmac } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import type { CaptchaUse } from '#platform/captcha.ts'
import type { Db } from '#platform/database/db.ts'
import { getSiteSecret } from '#platform/site-secrets.ts'
import { Challenge } from '../contract.ts'
import { isValidSolution, type Secrets } from './altcha.ts'
import type { CaptchaSolutionsTable } from './captcha-solutions.table.ts'

/** The maximum length of the text of a solution, in characters. A valid text is much shorter. */
const maxTextLength = 8_000

const Payload = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

/** Returns the secrets that sign challenges and solutions. They are derived from the site's own secret. */
export async function readSecrets(db: Db): Promise<Secrets> {
  const secret = await getSiteSecret(db, 'captcha')
  const deriveSecret = (name: string) => createHmac('sha256', secret).update(name).digest('hex')
  return { challenge: deriveSecret('challenge'), key: deriveSecret('key') }
}

/**
 * Tells whether `text` is a valid solution of a challenge for this use or for any use, and marks it as used. Of two
 * requests with the same solution, only one succeeds. The text is JSON in base64, as ALTCHA's own widget sends it.
 */
export async function consumeSolution(db: Db, secrets: Secrets, text: string, use: CaptchaUse): Promise<boolean> {
  const payload = readPayload(text)
  if (!payload) return false
  const { challenge, solution } = payload
  const intendedUse = challenge.parameters.data?.use
  if (intendedUse !== undefined && intendedUse !== use) return false
  if (!(await isValidSolution(secrets, challenge, solution))) return false
  const usedSolution: CaptchaSolutionsTable = {
    hash: createHash('sha256').update(challenge.signature).digest(),
    expiresAt: new Date((challenge.parameters.expiresAt ?? 0) * 1000),
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('captchaSolutions')
    .values(usedSolution)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

function readPayload(text: string): z.infer<typeof Payload> | null {
  if (text.length > maxTextLength) return null
  try {
    return Payload.safeParse(JSON.parse(Buffer.from(text, 'base64').toString('utf8'))).data ?? null
  } catch {
    return null
  }
}
