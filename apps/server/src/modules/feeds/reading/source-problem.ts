/** What came from outside cannot be used. The message names what is wrong and repeats nothing of what came. */
export class SourceProblem extends Error {
  override readonly name = "SourceProblem";
}
