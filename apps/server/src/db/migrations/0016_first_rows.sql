-- The rows that a new site begins with. They come last, so that the triggers count them.

insert into categories (id, name, description) values
  (1, 'Fullstack Development', 'Both ends of the wire and what goes over it: browsers, servers, databases, deploys.'),
  (2, 'Cyber Security', 'How things break, how people break them, and what to do before they try.'),
  (3, 'Data Science', 'From a question to numbers that hold: collecting, cleaning, modelling, showing.'),
  (4, 'Mobile Development', 'Apps for the device in your pocket, native or not, online or not.'),
  (5, 'Artificial Intelligence', 'Models that learn: how they work, where they fail, how to use them with care.');
select setval(pg_get_serial_sequence('categories', 'id'), 5);
