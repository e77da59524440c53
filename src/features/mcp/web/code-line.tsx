import { useState } from 'react'
import { copyText } from '#ui/copy-text.ts'

/** The characters of a row on a phone. */
const rowLength = 40

/** The rows for a text, without the site's address, which may become longer once the browser knows it, and one for that. */
function rowsOf(text: string): number {
  const lines = text.replace(/https?:\/\/[^/'" ]+/g, '').split('\n')
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / rowLength)), 1)
}

/** A line or setting with a button that copies it. `about`: what it is for, for screen readers. */
export function CodeLine({ text, about }: { text: string; about: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <div className="flex flex-wrap items-start gap-2">
      <textarea
        readOnly
        rows={rowsOf(text)}
        className="input min-w-0 flex-1 basis-80 resize-none font-mono text-code"
        aria-label={`What to enter ${about}`}
        spellCheck={false}
        value={text}
      />
      <button type="button" className="btn" onClick={async () => setCopied(await copyText(text))}>
        {copied ? 'Copied' : 'Copy'}
        <span className="sr-only"> {about}</span>
      </button>
    </div>
  )
}
