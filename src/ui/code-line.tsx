import { useState } from 'react'
import { Address } from '#ui/address.tsx'
import { copyText } from '#ui/copy-text.ts'
import { hidden } from '#ui/hidden-text.tsx'
import { rich } from '#ui/rich.ts'

type Props = { text: string; about: string; buttonClass?: string; scrolls?: boolean }

/** Splits a text so that every second part is an address. */
const addresses = /(https?:\/\/[^\s'"]+)/

/**
 * Shows a box with code (`text`), what the code is for (`about`), and a button that copies the code. Long lines wrap,
 * addresses after a slash. `buttonClass` has the button's CSS classes. `scrolls`: shows long code in a low box.
 */
export function CodeLine({ text, about, buttonClass = 'btn btn-bare', scrolls }: Props) {
  const [copied, setCopied] = useState(false)
  return (
    <figure aria-label={about} className="rounded-2 border border-edge bg-raised">
      <figcaption className="flex items-center justify-between gap-2 border-hair border-b ps-3">
        <b className="font-semibold text-small">{about}</b>
        <button type="button" className={buttonClass} onClick={async () => setCopied(await copyText(text))}>
          {copied
            ? rich('Copied<hidden> for {about}</hidden>', { about, hidden })
            : rich('Copy<hidden> for {about}</hidden>', { about, hidden })}
        </button>
      </figcaption>
      <pre
        className={`whitespace-pre-wrap px-3 py-2 font-mono text-code leading-relaxed [overflow-wrap:anywhere] ${scrolls ? 'max-h-80 overflow-y-auto' : ''}`}
        // A box that scrolls must be reachable by keyboard.
        tabIndex={scrolls ? 0 : undefined}
      >
        {text.split(addresses).map((part, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
          index % 2 === 1 ? <Address key={index}>{part}</Address> : part,
        )}
      </pre>
    </figure>
  )
}
