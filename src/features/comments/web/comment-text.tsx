import { Fragment, useMemo } from 'react'
import { disguisedHost, readCommentText, type TextPart } from '../comment-text-rules.ts'
import './comments.css'

/** Shows a comment's text with code and links, but never as HTML. Search engines don't follow its links. */
export function CommentText({ text }: { text: string }) {
  const blocks = useMemo(() => readCommentText(text), [text])
  return (
    <div className="comment-text" dir="auto">
      {blocks.map((block, index) =>
        block.kind === 'code' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have no ids and never move.
          <pre key={index} className="whitespace-pre-wrap">
            {block.text}
          </pre>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <p key={index} className="whitespace-pre-line">
            {block.parts.map((part, partIndex) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above.
              <Fragment key={partIndex}>{renderPart(part)}</Fragment>
            ))}
          </p>
        ),
      )}
    </div>
  )
}

function renderPart({ kind, text }: TextPart) {
  if (kind === 'code') return <code>{text}</code>
  if (kind === 'text') return text
  // The real host of a link that looks like a link to another host. Otherwise null.
  const host = disguisedHost(text)
  return (
    <>
      <a href={text} className="link" rel="nofollow ugc noopener" dir="ltr">
        {text}
      </a>
      {host && ` (${host})`}
    </>
  )
}
