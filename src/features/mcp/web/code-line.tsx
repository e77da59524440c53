import { useState } from 'react'
import { copyText } from '#ui/copy-text.ts'

/** How many characters a row has on a phone. */
const rowLength = 40

/** The rows of the text area: those of the text without the site's address, which the browser may change, plus one. */
function rowsOf(text: string): number {
  const lines = text.replace(/https?:\/\/[^/'" ]+/g, '').split('\n')
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / rowLength)), 1)
}

/** A command line or setting with a button to copy it. `about`: its purpose, for screen readers. */
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
