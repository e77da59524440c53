import { MarkKey } from '#ui/mark-key.tsx'

type Saved = { id: string; title: string }

/** Saves a prompt from its card. */
export function SaveCardKey({ prompt: { id, title } }: { prompt: Saved }) {
  return <MarkKey kind="favourite" id={id} value={1} icon="bookmark" label={`Save ${title}`} />
}

/** Saves a prompt on its own page. */
export function SaveKey({ prompt: { id } }: { prompt: Saved }) {
  return (
    <MarkKey kind="favourite" id={id} value={1} icon="bookmark" className="btn w-full">
      Save
    </MarkKey>
  )
}
