/** A log of five entries, and another history that its key has signed as well: both made with @cairn/tlog. */

export const logKey = "cairn.test/log+13f31814+AVsvo6RBQux48sntN2+KY15lC4AuMqeWgnZLVEIvK52e";
/** Another key of the same log, which has signed none of this. */
export const formerLogKey = "cairn.test/log+7db9892b+AevkVsa5MImjATCPpKJmOq8+3mlXs8TblzDTo23+9kQH";
export const witnessKey = "club.example/witness+d4a2a096+BKHLI7fyQ15MQseBdnazQ6cvxijwCWRLqxF4J/th9R0B";

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
    "cairn.test/log\n3\nZpGtaoYV6XPnLxa3FkZobv0ULqExFWPtScLRDKrIrA8=\n\n— cairn.test/log E/MYFGyrrw/vQxp+DsUKgfOD2FZXXdr/VB8XQHUC/PdPIxlrn8+qJjP/L7uO4p8mcMm3013nHxiQubeIsL/2RZdEKAo=\n",
  checkpoint:
    "cairn.test/log\n5\nSRGS6/rEOSjHq3v9JmRi5VKOypDvr3VQr2CvHOBBL7Y=\n\n— cairn.test/log E/MYFNIihdanXYpVZj0bOqGNr+53i9NyXYfEClW2ck1r8xoxnj2H29cGi+kk6Bgu/fUxkweP648LQ3y1HPnLJZWKrQw=\n— club.example/witness 1KKglgAAAABpHIDMS8gJJuIBybjFz4sfHz1FnRRykvDlUgxZKfipeZTAgjIKq7lv/uQJKMTuoeU48PIvGaYeOcFTRqS7bwrU8wmXBQ==\n",
  proof:
    "c2sp.org/tlog-proof@v1\nextra eyJjb250ZW50Ijo0LCJkZWNpc2lvbiI6ImFwcHJvdmVkIiwibWVkaWFfaGFzaCI6bnVsbCwicHJldmlvdXMiOiIxZjdkZTgwMGU1MWQxNWZkODZjMTNjODA5NGEzMjRkYjZjM2RmYTZlODRhOGQzMjgzOTg2N2E5OWU5ODMwYTJjIiwicmVhc29uX2NvbW1pdG1lbnQiOm51bGwsInJldmlld2VyX2NvbW1pdG1lbnQiOiJjZDM0OGZlMDIzZDY4MDNlM2MzNjA1NDY5YTRhM2UyMjIxMTVlZTZiODY1YmIzZjg5NmEwMGVjNjI4MjE0NTUwIiwicmV2aXNpb24iOjEsInJldmlzaW9uX2hhc2giOiI5N2YyZjE4YTA0YjVlYmY0MDI3MDQ4ZjcwNDRkNGIzOWRmYTI2NjQwMjgwOTYzMmZkZDU2NmNiY2VmOThiNDQ1Iiwic2VxIjozLCJ0aW1lIjoiMjAyNS0xMS0xOFQxNDoyMDowMC4wMDBaIiwidiI6M30=\nindex 2\nyUZ3hITo5/BSPC1VyjyJ2Zl3KO3/ge9M/faBJIYnM4M=\nyBWyubNrXsF4EKv5jf7MbdN64Yc9PZPk8Ws0vkdvqR8=\nhZeaUqbRHbrdQsIDyVstiDZvvHV3AwygFmTIttB6Asw=\n\ncairn.test/log\n5\nSRGS6/rEOSjHq3v9JmRi5VKOypDvr3VQr2CvHOBBL7Y=\n\n— cairn.test/log E/MYFNIihdanXYpVZj0bOqGNr+53i9NyXYfEClW2ck1r8xoxnj2H29cGi+kk6Bgu/fUxkweP648LQ3y1HPnLJZWKrQw=\n— club.example/witness 1KKglgAAAABpHIDMS8gJJuIBybjFz4sfHz1FnRRykvDlUgxZKfipeZTAgjIKq7lv/uQJKMTuoeU48PIvGaYeOcFTRqS7bwrU8wmXBQ==\n",
  tile: "Bgh7Iu9tTqEXzsuScvWU8KkpZtVMeDCBua/2LAO1BchXer4F/xyR2DJhN2QmuG+t3lDMnFIw/wPIW14FS2lbx1tavh+a84GEOikKYPOf8/cv0W9FB/B6VT6PgpUTvjG9yUZ3hITo5/BSPC1VyjyJ2Zl3KO3/ge9M/faBJIYnM4OFl5pSptEdut1CwgPJWy2INm+8dXcDDKAWZMi20HoCzA==",
  root: "SRGS6/rEOSjHq3v9JmRi5VKOypDvr3VQr2CvHOBBL7Y=",
};

/** Four of its entries are others. */
export const otherHistory: LogHistory = {
  before:
    "cairn.test/log\n3\nK7lYxiTw48vMHomqHWCqOI3uBW78OIzt2BegrDT5SVo=\n\n— cairn.test/log E/MYFPCrrKxt++z0CcuAv3FpKsYA3RxpnKxxkybazlmQCFVd70Qzg9MyMg95BfTCbZuwiYiwwbhLxRji62fMPTaJjgQ=\n",
  checkpoint:
    "cairn.test/log\n5\nsmtI1wKm+u0feLWb976OPff7DK7TR0la+Gkf5/XWDls=\n\n— cairn.test/log E/MYFEj3tl9qJhGLZSZg3xek6tbZI1GrHkJz8tRwCa+gA95HFd3PIDV7duUUfmK074H+utHFMDf1F/P/KeaGXyLjeQE=\n— club.example/witness 1KKglgAAAABpHIDM+kF/yzyMYVlyub1K00QYutifoZbH1x7VifPksBnqjI3H54tJrNbNuxqmROQOqp1oTpZzd9t4usPuLAFwNH8PAA==\n",
  proof:
    "c2sp.org/tlog-proof@v1\nextra eyJjb250ZW50Ijo0LCJkZWNpc2lvbiI6ImFwcHJvdmVkIiwibWVkaWFfaGFzaCI6bnVsbCwicHJldmlvdXMiOiI0MzBlNDhiOGI5YWVmODI1MTJlMzE5NmZmY2M4YjI1YTg2ZGYwZWJlODM4ZjZiMWUzOTYyNThiZWMzNmNkODQ0IiwicmVhc29uX2NvbW1pdG1lbnQiOm51bGwsInJldmlld2VyX2NvbW1pdG1lbnQiOiJjZDM0OGZlMDIzZDY4MDNlM2MzNjA1NDY5YTRhM2UyMjIxMTVlZTZiODY1YmIzZjg5NmEwMGVjNjI4MjE0NTUwIiwicmV2aXNpb24iOjEsInJldmlzaW9uX2hhc2giOiI5N2YyZjE4YTA0YjVlYmY0MDI3MDQ4ZjcwNDRkNGIzOWRmYTI2NjQwMjgwOTYzMmZkZDU2NmNiY2VmOThiNDQ1Iiwic2VxIjozLCJ0aW1lIjoiMjAyNS0xMS0xOFQxNDoyMDowMC4wMDBaIiwidiI6M30=\nindex 2\nGZQs7A4tQ4irvSDz2OvFfyQS3xQ7xhVnOy6bveYSVkE=\nYd0Lu2/kUBHMTpLwOgWj5dVs3g+EwoKdporEuZORB1U=\ngNCxJrCg7Ulnqa7su/iXF3U37/K+/iK01jAN3uLl9vA=\n\ncairn.test/log\n5\nsmtI1wKm+u0feLWb976OPff7DK7TR0la+Gkf5/XWDls=\n\n— cairn.test/log E/MYFEj3tl9qJhGLZSZg3xek6tbZI1GrHkJz8tRwCa+gA95HFd3PIDV7duUUfmK074H+utHFMDf1F/P/KeaGXyLjeQE=\n— club.example/witness 1KKglgAAAABpHIDM+kF/yzyMYVlyub1K00QYutifoZbH1x7VifPksBnqjI3H54tJrNbNuxqmROQOqp1oTpZzd9t4usPuLAFwNH8PAA==\n",
  tile: "JmqL3mfBT7QHFgL6DAj7bRBXXIE0sqlkz2ZvQNa95d0HX6adxkW+gT36dt8Ja8qU0K3FW416KuzQN3YmEaEQRfoRq3Q1qmxZHMr8whW9UmuA7zfVjiJj+LkPldYSZG6SGZQs7A4tQ4irvSDz2OvFfyQS3xQ7xhVnOy6bveYSVkGA0LEmsKDtSWepruy7+JcXdTfv8r7+IrTWMA3e4uX28A==",
  root: "smtI1wKm+u0feLWb976OPff7DK7TR0la+Gkf5/XWDls=",
};
