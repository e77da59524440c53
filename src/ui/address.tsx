import { Fragment } from 'react'

/** Matches the places after a slash that ends a part of an address. */
const partEnds = /(?<=[^/]\/)(?!\/)/
/** How long a part may be, in characters, to stay on one line of a phone. */
const unbrokenMax = 32

/** An address or a path. Its lines break after slashes, unless a part is too long for a line. */
export function Address({ children }: { children: string }) {
  return children.split(partEnds).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address have no other identity.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span className={part.length > unbrokenMax ? undefined : 'whitespace-nowrap'}>{part}</span>
    </Fragment>
  ))
}
