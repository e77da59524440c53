import { sql } from 'kysely'

/** The path below which the files of public pictures are. */
const publicPath = '/pictures/'

/** Returns the prefix of the addresses of a public picture's files. `key` identifies the picture. */
export function publicSrc(key: string): string {
  return `${publicPath}${key}/`
}

/** The same as SQL, for pictures as `i`. */
export const publicSrcColumn = sql<string>`(${publicPath}::text || i.key || '/')`

/** Returns the same prefix for a picture that isn't public. Only its owner and moderators can read its files there. */
export function privateSrc(key: string): string {
  return `/api/pictures/${key}/`
}

/** Returns the picture's key from an address prefix of either kind. */
export function keyOfSrc(src: string): string {
  return src.split('/').at(-2) ?? ''
}
