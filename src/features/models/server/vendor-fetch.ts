import { UpstreamFailure } from './upstream.ts'

/** More bytes than any answer's stream has. Without a limit, a vendor could fill the memory. */
const streamBytesMax = 32 * 1024 * 1024
/** More bytes than any event of a stream has. Parsing megabytes of JSON at once would stall the process. */
const eventBytesMax = 512 * 1024

const lineFeed = 10
const carriageReturn = 13

/**
 * Fetches for the SDKs of vendors. Follows no redirects: they could send prompts and keys to an address that the
 * operator didn't choose, such as one in an internal network. Reading a body fails if it, or an event in it, has too
 * many bytes.
 */
export const vendorFetch: typeof fetch = async (input, init) =>
  limitSize(await fetch(input, { ...init, redirect: 'error' }))

function limitSize(response: Response): Response {
  if (!response.body) return response
  let streamBytes = 0
  let eventBytes = 0
  let lineBytes = 0
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      streamBytes += part.byteLength
      for (let at = 0; at < part.byteLength; at++) {
        eventBytes++
        if (part[at] === lineFeed) {
          // An event ends with an empty line.
          if (lineBytes === 0) eventBytes = 0
          lineBytes = 0
        } else if (part[at] !== carriageReturn) lineBytes++
      }
      if (streamBytes > streamBytesMax || eventBytes > eventBytesMax) throw new UpstreamFailure('sent too much')
      controller.enqueue(part)
    },
  })
  return new Response(response.body.pipeThrough(count), response)
}
