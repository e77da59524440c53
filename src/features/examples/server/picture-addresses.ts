/** The prefix of the addresses of a public picture's files. */
export function publicSrc(key: string): string {
  return `/pictures/${key}/`
}

/** The prefix of the addresses that a picture's owner and moderators use while the picture isn't public. */
export function privateSrc(key: string): string {
  return `/api/pictures/${key}/`
}

/** The picture's key in a prefix of either kind. */
export function keyOfSrc(src: string): string {
  return src.split('/').at(-2) ?? ''
}
