import { MarkButton } from '#ui/mark-button.tsx'

type Saved = { id: string; title: string }

/** Saves a prompt from its card. */
export function SaveCardButton({ prompt: { id, title } }: { prompt: Saved }) {
  return <MarkButton kind="favorite" id={id} value={1} icon="bookmark" label={`Save ${title}`} tip="Save" />
}

/** Saves a prompt on its page. */
export function SaveButton({ prompt: { id } }: { prompt: Saved }) {
  return (
    <MarkButton kind="favorite" id={id} value={1} icon="bookmark" className="btn w-full">
      Save
    </MarkButton>
  )
}
