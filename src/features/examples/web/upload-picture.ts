import { ApiError, failureOf, networkFailed, parseBody, serverUnreachable } from '#client/api-error.ts'
import type { UploadedPicture } from '#features/examples/contract.ts'

/**
 * Uploads a file, as a picture for an example or to another endpoint. `onProgress` gets the share sent so far, from 0 to 1. Rejects with an ApiError, or with the signal's
 * reason if the signal aborts the upload. Uses XMLHttpRequest, because fetch doesn't report how much it has sent.
 */
export function uploadPicture<Result = UploadedPicture>(
  file: Blob,
  {
    onProgress = () => undefined,
    signal,
    to = { method: 'POST', path: '/api/pictures' },
  }: { onProgress?: (share: number) => void; signal?: AbortSignal; to?: { method: string; path: string } } = {},
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(to.method, to.path)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const { status, responseText } = request
      if (status < 200 || status > 299) return reject(failureOf(new Response(null, { status }), responseText))
      try {
        resolve(parseBody(status, responseText) as Result)
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = () => reject(new ApiError(0, networkFailed, serverUnreachable()))
    request.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}
