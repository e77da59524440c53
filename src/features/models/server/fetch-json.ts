import { readAtMost } from '#platform/read-at-most.ts'
import { UpstreamFailure } from './upstream.ts'

type Options = { headers?: Record<string, string>; bytesMax: number; timeoutMs: number }

/**
 * Fetches JSON of at most `bytesMax` bytes within `timeoutMs`, without following redirects. Throws UpstreamFailure,
 * which never quotes the response.
 */
export async function fetchJson(url: string, { headers, bytesMax, timeoutMs }: Options): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      // Node then returns the redirect itself, with its status. An error wouldn't have the status.
      redirect: 'manual',
      signal,
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new UpstreamFailure(`returned ${response.status}`, response.status)
    }
    const body = await readAtMost(response.body, bytesMax, () => new UpstreamFailure('sent too much'))
    return JSON.parse(body.toString())
  } catch (error) {
    if (error instanceof UpstreamFailure) throw error
    if (signal.aborted) throw new UpstreamFailure('timed out')
    throw new UpstreamFailure(error instanceof SyntaxError ? 'sent no JSON' : 'broke off or could not be reached')
  }
}
