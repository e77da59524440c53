import type { Context } from 'hono'
import { contract } from '#contract'
import type { Answers } from '#features/accounts/contract.ts'
import { confirmationRequired } from '#platform/actor.ts'
import type { Api, ApiEnv } from '#platform/api.ts'
import { AppError } from '#platform/errors.ts'

/** The account itself, and what may be too large to be held in memory. */
const excluded: ReadonlySet<string> = new Set([contract.getOwnUser.path, contract.exportAccount.path])

/** Matches the paths of reads that are answered with JSON and nothing else. Exports in several formats aren't among them. */
const readPath = new RegExp(
  `^(?:${Object.values(contract)
    .filter(({ method, path, responses }) => method === 'get' && !excluded.has(path) && isJson(responses))
    .map(({ path }) => path.replace(/\{\w+\}/g, '[^/]+'))
    .join('|')})$`,
)

function isJson(responses: object): boolean {
  const ok = (responses as { 200?: { content?: object } })[200]
  return Object.keys(ok?.content ?? {}).join() === 'application/json'
}

/**
 * Answers other reads of the client that sent a request, each as if the client had sent it alone: with the same cookies
 * or token, from the same address, within the same limits. A redirect has no answer. Members who must confirm their
 * address first ask alone: a closed site lets only some of their requests through, before the app sees them. Throws
 * AppError validation_failed for anything else, and forbidden.
 */
export async function answerReads(app: Api, c: Context<ApiEnv>, addresses: string[]): Promise<Answers> {
  const { req, env } = c
  const actor = c.get('actor')
  if (actor.kind === 'user' && actor.mustConfirm) throw confirmationRequired()
  const requests = addresses.map((address) => {
    const url = address.startsWith('/') && URL.canParse(address, req.url) ? new URL(address, req.url) : null
    if (!url || url.origin !== new URL(req.url).origin || !readPath.test(url.pathname))
      throw new AppError('validation_failed', `with: ${address} isn’t a read of this API that is answered with JSON.`)
    return new Request(url, { headers: req.raw.headers })
  })
  const answers = requests.map(async (request, place) => {
    const response = await app.fetch(request, env)
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const answer = isJson ? { status: response.status, body: await response.json() } : await response.body?.cancel()
    return answer ? [[addresses[place], answer]] : []
  })
  return Object.fromEntries((await Promise.all(answers)).flat())
}
