/** Example ideas. Each names parts that vary from one use to the next. */
const ideas = [
  'A weekly status email to my team, from a few bullet points',
  'Interview questions for a role, with what a good answer shows',
  'A recipe from what is in my fridge, for a number of people',
]

/** Three example ideas to choose from. */
export function IdeaList({ onChoose }: { onChoose: (idea: string) => void }) {
  return (
    <div className="grid gap-2 text-left md:mx-auto md:max-w-104">
      <p className="font-semibold text-ink">No idea yet? Start with one of these.</p>
      <ul className="grid gap-2">
        {ideas.map((idea) => (
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
