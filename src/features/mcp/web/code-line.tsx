import { useState } from 'react'
import { copyText } from '#ui/copy-text.ts'

/** A line or setting with a button that copies it. `about`: what it is, for screen readers. */
export function CodeLine({ text, about }: { text: string; about: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <div className="flex flex-wrap items-start gap-2">
      <pre className="min-w-0 flex-1 basis-80 whitespace-pre-wrap border border-hair p-2.5 font-mono text-code [overflow-wrap:anywhere]">
        {text}
      </pre>
      <button type="button" className="btn" onClick={async () => setCopied(await copyText(text))}>
        {copied ? 'Copied' : 'Copy'}
        <span className="sr-only"> {about}</span>
      </button>
    </div>
  )
}
