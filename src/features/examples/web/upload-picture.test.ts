import { afterEach, expect, it, vi } from 'vitest'
import { uploadPicture } from './upload-picture.ts'

afterEach(() => vi.unstubAllGlobals())

/** Uploads a file, and the server, or a proxy, responds with this status and text. */
function upload(status: number, responseText: string) {
  class AnsweredRequest {
    upload = {}
    status = status
    responseText = responseText
    onload = () => undefined
    open() {}
    setRequestHeader() {}
    send() {
      queueMicrotask(() => this.onload())
    }
  }
  vi.stubGlobal('XMLHttpRequest', AnsweredRequest)
  return uploadPicture(new File(['x'], 'one'), { onProgress: () => {}, signal: new AbortController().signal })
}

it.each([
  [201, '<html>Signed in</html>', 'invalid_json'],
  [502, '<html>Bad gateway</html>', 'request_failed'],
  [429, '{"error":"Wait a minute.","code":"rate_limited"}', 'rate_limited'],
])('an upload that gets status %s with %j fails with the code %s', async (status, text, code) => {
  await expect(upload(status, text)).rejects.toMatchObject({ name: 'ApiError', status, code })
})

it('an upload returns the picture', async () => {
  expect(await upload(201, '{"id":"p","src":"/p"}')).toEqual({ id: 'p', src: '/p' })
})
