import { useEffect, useRef, useState } from 'react'
import { exampleLimits, pictureLimits } from '#features/examples/rules.ts'
import { t } from '#lib/texts.ts'
import { uploadPicture } from './upload-picture.ts'

/**
 * A chosen file. `share` tells how much of it has been sent, from 0 to 1. After the upload, it has either a `picture`
 * or a `failure`.
 */
export type Upload = {
  key: number
  name: string
  share: number
  picture?: { id: string; src: string }
  failure?: string
}

/** Manages the pictures of a form. They are uploaded one after the other while the form is being filled in. */
export function useUploads() {
  const [uploads, setUploads] = useState<Upload[]>([])
  const lastKey = useRef(0)
  const queue = useRef(Promise.resolve())
  const abortController = useRef(new AbortController())
  const removals = useRef(new Map<number, AbortController>())
  useEffect(() => {
    // React's strict mode mounts the component twice, and the first cleanup aborts this controller.
    if (abortController.current.signal.aborted) abortController.current = new AbortController()
    const { current } = abortController
    return () => current.abort()
  }, [])

  const change = (key: number, changes: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)))

  async function send(key: number, file: File) {
    const removal = removals.current.get(key) as AbortController
    const signal = AbortSignal.any([abortController.current.signal, removal.signal])
    if (signal.aborted) return
    if (file.size > pictureLimits.bytesMax)
      return change(key, {
        failure: t('The file is over {value} MB. Make it smaller first.', { value: pictureLimits.bytesMax / 1e6 }),
      })
    try {
      const picture = await uploadPicture(file, { signal, onProgress: (share) => change(key, { share }) })
      change(key, { picture })
    } catch (error) {
      if (!signal.aborted) change(key, { failure: (error as Error).message })
    }
  }

  return {
    uploads,
    /** Adds files, but not more than an example can have. */
    add(files: File[]) {
      const newUploads = files.slice(0, exampleLimits.picturesMax - uploads.length).map((file) => {
        const key = ++lastKey.current
        removals.current.set(key, new AbortController())
        queue.current = queue.current.then(() => send(key, file))
        return { key, name: file.name, share: 0 }
      })
      setUploads((all) => [...all, ...newUploads])
    },
    /** Removes a file, and stops its upload. */
    remove(key: number) {
      removals.current.get(key)?.abort()
      setUploads((all) => all.filter((upload) => upload.key !== key))
    },
  }
}
