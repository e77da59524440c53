import { type BucketSettings, openBucket } from '#platform/aws-s3.ts'
import { pictureFiles } from '../rules.ts'
import type { PictureStore } from './picture-store.ts'

/** Creates a store that keeps the files in a bucket of Amazon S3 or a compatible service. */
export function createBucketStore(settings: BucketSettings): PictureStore {
  const bucket = openBucket(settings)
  return {
    async write(key, files) {
      await Promise.all(
        pictureFiles.map((file) => bucket.put(`${key}/${file}`, files[file], `image/${file.split('.')[1]}`)),
      )
    },
    read: (key, file) => bucket.get(`${key}/${file}`),
    async remove(key) {
      // Removes one file at a time, because not every compatible service can delete several in one call.
      for (const file of pictureFiles) await bucket.remove(`${key}/${file}`)
    },
  }
}
