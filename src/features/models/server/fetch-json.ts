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
    return JSON.parse(await readText(response, bytesMax))
  } catch (error) {
    if (error instanceof UpstreamFailure) throw error
    if (signal.aborted) throw new UpstreamFailure('timed out')
    throw new UpstreamFailure(error instanceof SyntaxError ? 'sent no JSON' : 'broke off or could not be reached')
  }
}

async function readText({ body }: Response, bytesMax: number): Promise<string> {
  if (!body) return ''
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body) {
    bytes += part.byteLength
    if (bytes > bytesMax) throw new UpstreamFailure('sent too much')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
