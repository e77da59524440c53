import { getPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { type Member, requireMember } from '#platform/actor.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import type { Db } from '#platform/database/db.ts'
import { filePolicy } from '#platform/file-policy.ts'
import { worksheetContract as contract } from '../contract.ts'
import { valueSetRateLimit } from '../value-set-rules.ts'
import { changeValueSet } from './change-value-set.ts'
import { countCopy } from './count-copy.ts'
import { filledPage, fillWithQuery } from './filled-page.ts'
import { saveValueSet } from './save-value-set.ts'
import { listValueSets } from './value-set-queries.ts'

/** Creates the endpoints that count copies, fill in a prompt's text without JavaScript, and store value sets. */
export function worksheetRoutes({ db, now, limits }: Platform): Api {
  const api = createApi()
  api.openapi(contract.copyPrompt, async (c) => {
    const copies = await countCopy(db, c.get('actor'), { ...c.req.valid('param'), ...c.req.valid('query') }, now())
    return c.json({ copies }, 200)
  })
  api.openapi(contract.fillPrompt, async (c) => {
    const prompt = await getPromptOrThrow(db, c.get('actor'), c.req.valid('param').id)
    const filled = fillWithQuery(prompt, c.req.queries())
    // Browsers get a page with the filled text and a sentence for each invalid value. The headers keep the values out
    // of caches and search engines.
    const { type, body, policy } = c.req.header('accept')?.includes('text/html')
      ? filledPage(prompt, filled)
      : { type: 'text/plain', body: filled.text, policy: filePolicy }
    return c.body(body, 200, {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'no-referrer',
      Vary: 'Accept',
    })
  })
  api.openapi(contract.listValueSets, async (c) =>
    c.json(await listValueSets(db, requireMember(c.get('actor')), c.req.valid('param').id), 200),
  )
  api.openapi(contract.saveValueSet, async (c) => {
    const member = requireMember(c.get('actor'))
    await limits.take(valueSetRateLimit, member.id)
    return c.json(await saveValueSet(db, member, c.req.valid('param').id, c.req.valid('json'), now()), 201)
  })
  api.openapi(contract.changeValueSet, async (c) => {
    const member = requireMember(c.get('actor'))
    await limits.take(valueSetRateLimit, member.id)
    return c.json(await changeValueSet(db, member, c.req.valid('param'), c.req.valid('json'), now()), 200)
  })
  api.openapi(contract.deleteValueSet, async (c) => {
    const member = requireMember(c.get('actor'))
    await limits.take(valueSetRateLimit, member.id)
    await deleteValueSet(db, member, c.req.valid('param').setId)
    return c.body(null, 204)
  })
  return api
}

/** Deletes a member's own value set if it exists, even for a prompt that they can no longer see. */
async function deleteValueSet(db: Db, member: Member, id: string): Promise<void> {
  await db.deleteFrom('valueSets').where('userId', '=', member.id).where('id', '=', id).execute()
}
