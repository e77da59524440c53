import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useUploads } from './use-uploads.ts'

/** The names of the files that were sent, and whether their upload was stopped. */
let sentFiles: { name: string; isStopped: boolean }[]

/** Imitates an upload that ends only when it is stopped. */
class EndlessRequest {
  upload = {}
  onabort = () => undefined
  stop = () => undefined
  open() {}
  setRequestHeader() {}
  send({ name }: File) {
    const upload = { name, isStopped: false }
    sentFiles.push(upload)
    this.stop = () => {
      upload.isStopped = true
      this.onabort()
      return undefined
    }
  }
  abort() {
    this.stop()
  }
}

beforeEach(() => {
  sentFiles = []
  vi.stubGlobal('XMLHttpRequest', EndlessRequest)
})
afterEach(() => vi.unstubAllGlobals())

/** Renders the form once. Its uploads run, although it shows no changes. */
function openForm() {
  const forms: ReturnType<typeof useUploads>[] = []
  function Form() {
    forms.push(useUploads())
    return null
  }
  renderToStaticMarkup(<Form />)
  return forms[0] as (typeof forms)[number]
}

it('removing a file stops its upload, and the next file that isn’t removed is sent', async () => {
  const { add, remove } = openForm()
  add(['one', 'two', 'three'].map((name) => new File(['x'], name)))
  await expect.poll(() => sentFiles).toEqual([{ name: 'one', isStopped: false }])
  // The keys of uploads count from 1: these are the files `two` and `one`.
  remove(2)
  remove(1)
  await expect
    .poll(() => sentFiles)
    .toEqual([
      { name: 'one', isStopped: true },
      { name: 'three', isStopped: false },
    ])
})
