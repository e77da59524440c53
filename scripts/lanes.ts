type LaneStage = { name: string; printsAtEnd?: true }

/**
 * The stages as lanes that run at the same time, each in order. Stories and unit tests both wait often, for a browser or a
 * database, so together they keep two cores busy. On a given database server they would share its connections and locks, so
 * there they run one after the other.
 */
export function lanesOf<Stage extends LaneStage>(stages: Stage[], databaseServer = ''): Stage[][] {
  const stories = stages.filter(({ name }) => name === 'stories')
  const others = stages.filter(({ name }) => name !== 'stories')
  if (databaseServer || stories.length === 0 || others.length === 0) return [stages]
  // Only the stories print while they run: the output of two lanes would mix.
  return [stories, others.map((stage) => ({ ...stage, printsAtEnd: true }))]
}
