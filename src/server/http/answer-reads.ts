import type { Context } from 'hono'
import { contract } from '#contract'
import type { Answers } from '#features/accounts/contract.ts'
import type { Api, ApiEnv } from '#platform/api.ts'
import { AppError } from '#platform/errors.ts'

/** The account itself, and what may be too large to be held in memory. */
const excluded: ReadonlySet<string> = new Set([contract.getOwnUser.path, contract.exportAccount.path])

/** Matches the paths of reads that are answered with JSON. */
const readPath = new RegExp(
  `^(?:${Object.values(contract)
    .filter(({ method, path, responses }) => method === 'get' && !excluded.has(path) && isJson(responses))
    .map(({ path }) => path.replace(/\{\w+\}/g, '[^/]+'))
    .join('|')})$`,
)

function isJson(responses: object): boolean {
  const ok = (responses as { 200?: { content?: object } })[200]
  return ok?.content !== undefined && 'application/json' in ok.content
}

/**
 * Answers other reads of the client that sent a request, each as if the client had sent it alone: with the same cookies
 * or token, from the same address, within the same limits. Throws AppError validation_failed for anything else.
 */
export async function answerReads(app: Api, { req, env }: Context<ApiEnv>, addresses: string[]): Promise<Answers> {
  const requests = addresses.map((address) => {
    const url = address.startsWith('/') && URL.canParse(address, req.url) ? new URL(address, req.url) : null
    if (!url || url.origin !== new URL(req.url).origin || !readPath.test(url.pathname))
      throw new AppError('validation_failed', `with: ${address} isn’t a read of this API that is answered with JSON.`)
    return new Request(url, { headers: req.raw.headers })
  })
  const answers = requests.map(async (request) => {
    const response = await app.fetch(request, env)
    return { status: response.status, body: await response.json() }
  })
  return Object.fromEntries((await Promise.all(answers)).map((answer, place) => [addresses[place], answer]))
}
