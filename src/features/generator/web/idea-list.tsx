import { exampleIdeas } from '#features/generator/idea-rules.ts'

/** Lists three example ideas to choose from. */
export function IdeaList({ onChoose }: { onChoose: (idea: string) => void }) {
  return (
    <div className="grid gap-2">
      <p className="font-semibold text-ink">No idea yet? Start with one of these.</p>
      <ul className="grid gap-2">
        {exampleIdeas.map((idea) => (
          <li key={idea}>
            <button
              type="button"
              className="btn w-full justify-start whitespace-normal py-2 text-left font-medium leading-snug"
              onClick={() => onChoose(idea)}
            >
              {idea}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
