import { useState } from 'react'
import { copyText } from '#ui/copy-text.ts'

/**
 * Lines of code in a box with their purpose and a button to copy them. Long lines wrap, so that nothing is cut.
 * `isPrimary`: copying is what the page is for.
 */
export function CodeLine({ text, about, isPrimary = false }: { text: string; about: string; isPrimary?: boolean }) {
  const [copied, setCopied] = useState(false)
  return (
    <figure aria-label={about} className="rounded-2 border border-edge bg-raised">
      <figcaption className="flex items-center justify-between gap-2 border-hair border-b pl-3">
        <b className="font-semibold text-small">{about}</b>
        <button
          type="button"
          className={isPrimary ? 'btn btn-key m-2' : 'btn btn-bare'}
          onClick={async () => setCopied(await copyText(text))}
        >
          {copied ? 'Copied' : 'Copy'}
          <span className="sr-only"> for {about}</span>
        </button>
      </figcaption>
      <pre className="whitespace-pre-wrap px-3 py-2 font-mono text-code leading-relaxed [overflow-wrap:anywhere]">
        {text}
      </pre>
    </figure>
  )
}
