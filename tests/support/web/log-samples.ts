/** A log of five entries, and another history that its key has signed as well: both made with @cairn/tlog. */

export const logKey = "cairn.test/log+e1b5a150+AepKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs";
/** Another key of the same log, which has signed none of this. */
export const formerLogKey = "cairn.test/log+8d47eeb1+ARl/ayPhbIUyxqvIOPrNXqeJvgx2spIDNAOb+os9No1h";
export const witnessKey = "club.example/witness+377db6a8+BP0XJDhaoMdbZPt4zWAvodmR/ev3axPFjtcC6sg16fYY";

/** Revision 1 of item 4, which entry 2 approves. */
export const loggedRevision =
  '{"author":9,"body":"Two header lines answer nearly all of it.","category":1,"content":4,"content_type":"Article","media_alt":"","media_sha256":null,"poster_sha256":null,"revision":1,"title":"Caching headers without the folklore"}';
export const loggedHash = "97f2f18a04b5ebf4027048f7044d4b39dfa266402809632fdd566cbcef98b445";

export interface LogHistory {
  /** The checkpoint over the first three entries. */
  readonly before: string;
  /** The checkpoint over all five, cosigned. */
  readonly checkpoint: string;
  /** Of entry 2. */
  readonly proof: string;
  /** The five leaves' hashes, base64. */
  readonly tile: string;
  readonly root: string;
}

export const history: LogHistory = {
  before:
    "cairn.test/log\n3\nRLAHrXh1pi2+/VGfK/Rv8m26lOKbrPCmkcD7M3yUOTI=\n\n— cairn.test/log 4bWhUDipDG/NB0pitvA9GXi8NoLGclr8K0PdlFGwquf2WHPu1oOQphvCsgU/XYX2PirV7wBGwE6O5xOXNguVUFWI3Q0=\n",
  checkpoint:
    "cairn.test/log\n5\nj7pcNxNulbx2jEnPhXIQEYndSZgFbmDkyICipPcXq1o=\n\n— cairn.test/log 4bWhUDQwXtSHwmSw2HXds+7WGbGZtxtPH/6VRz6pJbfRE3dAHEAFLh38eZ1JqobZV+f4h6vN3oeFn361WJAuT1xIdwA=\n— club.example/witness N322qAAAAABpHICShoEvIMG4r6UDX2MMNN8wQIqBkGRDWwbqqi8Jn9wbYjwJmkMigQS1Yyiqm9XbTb8I/iSCHZWJ57UGxjbD9YCWDg==\n",
  proof:
    "c2sp.org/tlog-proof@v1\nextra eyJjb250ZW50Ijo0LCJkZWNpc2lvbiI6ImFwcHJvdmVkIiwibWVkaWFfaGFzaCI6bnVsbCwicHJldmlvdXMiOiI4NWE4N2Q1M2Y2MGJkN2RkNzFmMWY4NmIyMmY3MTU2MmQ4YzllMTJiYTJlMDI0MWE5YWQxM2VhYjA1NTZiYjI2IiwicmVhc29uX2NvbW1pdG1lbnQiOm51bGwsInJldmlld2VyIjozLCJyZXZpc2lvbiI6MSwicmV2aXNpb25faGFzaCI6Ijk3ZjJmMThhMDRiNWViZjQwMjcwNDhmNzA0NGQ0YjM5ZGZhMjY2NDAyODA5NjMyZmRkNTY2Y2JjZWY5OGI0NDUiLCJzZXEiOjMsInRpbWUiOiIyMDI1LTExLTE4VDE0OjIwOjAwLjAwMFoiLCJ2IjoyfQ==\nindex 2\nclTjKlTWy0xJlzRQN85qXlXbrU1Pw09OKDYjOEm1UFo=\nKDHUZrlcZ9Cnux9o8buiT6hr6/Qf0jtdpiwa4Khj+DQ=\nZQw7bU8gaOExpxIWHgAFdJ8CmNb9ttLEA+WfP5X+5E0=\n\ncairn.test/log\n5\nj7pcNxNulbx2jEnPhXIQEYndSZgFbmDkyICipPcXq1o=\n\n— cairn.test/log 4bWhUDQwXtSHwmSw2HXds+7WGbGZtxtPH/6VRz6pJbfRE3dAHEAFLh38eZ1JqobZV+f4h6vN3oeFn361WJAuT1xIdwA=\n— club.example/witness N322qAAAAABpHICShoEvIMG4r6UDX2MMNN8wQIqBkGRDWwbqqi8Jn9wbYjwJmkMigQS1Yyiqm9XbTb8I/iSCHZWJ57UGxjbD9YCWDg==\n",
  tile: "3yPfEUKZqsbnqqO03NItRgXdyC7nFyuA0mi2FCYY7jyODjf5glOVLftSn1NlyJ2r12sLUtZVyTiXCMdICovZ6EBsESMc6qv3YNuU08QsJELnqFtJ5fe1y0ql79jFRyHXclTjKlTWy0xJlzRQN85qXlXbrU1Pw09OKDYjOEm1UFplDDttTyBo4TGnEhYeAAV0nwKY1v220sQD5Z8/lf7kTQ==",
  root: "j7pcNxNulbx2jEnPhXIQEYndSZgFbmDkyICipPcXq1o=",
};

/** Four of its entries are others. */
export const otherHistory: LogHistory = {
  before:
    "cairn.test/log\n3\nKDQaIbf5gvYV1qwMThZP+xTwPMGTxd7HdOngONyrHqQ=\n\n— cairn.test/log 4bWhUPzBsXLakHpDXW7L7BrK3wTsrQPqXmuJOlsTIOQ4f4YV9oIKT1AXXHbOVJANAXcwddKmFqE5pt3iYtxJrGvkfAo=\n",
  checkpoint:
    "cairn.test/log\n5\nJDZPcF4c8wBMmnA7+ZI5PRKu7GzgEWyLzEXQ7LSdeZ0=\n\n— cairn.test/log 4bWhUPimuRl+t4qMkegYlD3O4R6WLFmlYGWBXK7GPHWaJ7ModaFjHieRC4sEHRjcyVXfUMNCXwnr/zzbdjQ3mEZoZA4=\n— club.example/witness N322qAAAAABpHICSP80wkiXFShxaoMozQMi28g6byEGDrkCf9jtXGp3KALRVobsYe8/S/xs4s9yXXoeCX5flBq7vM2dKAtvv0hjwCg==\n",
  proof:
    "c2sp.org/tlog-proof@v1\nextra eyJjb250ZW50Ijo0LCJkZWNpc2lvbiI6ImFwcHJvdmVkIiwibWVkaWFfaGFzaCI6bnVsbCwicHJldmlvdXMiOiJiMmIwMzc5NjAyZTI0NGQxMDFiMWFhYzhjYjhjZmJiZTg3MzIzODc4OWEyZWI5YWFjNGM0NTQ1MjYyZmQyZDU1IiwicmVhc29uX2NvbW1pdG1lbnQiOm51bGwsInJldmlld2VyIjozLCJyZXZpc2lvbiI6MSwicmV2aXNpb25faGFzaCI6Ijk3ZjJmMThhMDRiNWViZjQwMjcwNDhmNzA0NGQ0YjM5ZGZhMjY2NDAyODA5NjMyZmRkNTY2Y2JjZWY5OGI0NDUiLCJzZXEiOjMsInRpbWUiOiIyMDI1LTExLTE4VDE0OjIwOjAwLjAwMFoiLCJ2IjoyfQ==\nindex 2\n+FfeouKuGTdIXf9jqi7XYR8075zcuf2G0PJsQNGHwXM=\n/lGsMu+fJorNMM2zEfWxisx2KIxXEvRgCqNrenHskMw=\n4lQ3jtPZC6fc9+TFx0ukcyeTfKcMyFBffEI/NVV64a4=\n\ncairn.test/log\n5\nJDZPcF4c8wBMmnA7+ZI5PRKu7GzgEWyLzEXQ7LSdeZ0=\n\n— cairn.test/log 4bWhUPimuRl+t4qMkegYlD3O4R6WLFmlYGWBXK7GPHWaJ7ModaFjHieRC4sEHRjcyVXfUMNCXwnr/zzbdjQ3mEZoZA4=\n— club.example/witness N322qAAAAABpHICSP80wkiXFShxaoMozQMi28g6byEGDrkCf9jtXGp3KALRVobsYe8/S/xs4s9yXXoeCX5flBq7vM2dKAtvv0hjwCg==\n",
  tile: "QYdF7s4tSvgJiUbuw8L/Q54MnUXLLXqTv5YObwoe2lHQ2PLvt23OpjpmWSQPHE/miFY9FKhmUpvfI8JvThdmWyAEka2HIv/s2euTjgzFowkoUEqAolLq/Tl9vF79TNGJ+FfeouKuGTdIXf9jqi7XYR8075zcuf2G0PJsQNGHwXPiVDeO09kLp9z35MXHS6RzJ5N8pwzIUF98Qj81VXrhrg==",
  root: "JDZPcF4c8wBMmnA7+ZI5PRKu7GzgEWyLzEXQ7LSdeZ0=",
};
