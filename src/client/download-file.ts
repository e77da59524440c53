import { saveFile } from '#ui/save-file.ts'
import { ApiError, failureOf, networkFailed, serverUnreachable } from './api-error.ts'

/**
 * Fetches a file from the API and gives it to the browser as a download. With a plain link, the page wouldn't learn when
 * the file is complete or why the download failed. Resolves to the name of the file and the number of its records.
 * Rejects with an ApiError.
 */
export async function downloadFile(path: string): Promise<{ name: string; total: number }> {
  const { response, file } = await fetchFile(path)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'download'
  saveFile(name, file)
  return { name, total: Number(response.headers.get('x-total-count')) }
}

async function fetchFile(path: string): Promise<{ response: Response; file: Blob }> {
  try {
    const response = await fetch(path, { credentials: 'include' })
    if (!response.ok) throw failureOf(response, await response.text())
    return { response, file: await response.blob() }
  } catch (error) {
    if (error instanceof ApiError) throw error
    const failure = new ApiError(0, networkFailed, serverUnreachable())
    failure.cause = error
    throw failure
  }
}
