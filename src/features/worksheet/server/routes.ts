import { getPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { type Api, createApi, type Platform } from '#server/platform/api.ts'
import { worksheetContract as contract } from '../contract.ts'
import { countCopy } from './count-copy.ts'
import { filledPage, fillWithQuery } from './filled-page.ts'

/** The endpoints that count copies, and fill in a text without JavaScript. */
export function worksheetRoutes({ db, now }: Platform): Api {
  const api = createApi()
  api.openapi(contract.copyPrompt, async (c) => {
    const copies = await countCopy(db, c.get('actor'), c.req.valid('param').id, now())
    return c.json({ copies }, 200)
  })
  api.openapi(contract.fillPrompt, async (c) => {
    const prompt = await getPromptOrThrow(db, c.get('actor'), c.req.valid('param').id)
    const filled = fillWithQuery(prompt, c.req.queries())
    // A page, so that a browser shows what is missing. The values stay out of caches and search engines.
    const { type, body, policy } = c.req.header('accept')?.includes('text/html')
      ? filledPage(prompt, filled)
      : { type: 'text/plain', body: filled.text, policy: "default-src 'none'" }
    return c.body(body, 200, {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'no-referrer',
      Vary: 'Accept',
    })
  })
  return api
}
